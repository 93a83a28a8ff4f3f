import { newId } from '../../shared/ids.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import type { HarnessRequest } from '../harness/driver.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import type { Keep } from '../transcripts/fit.ts'
import type { ThreadRuns } from '../threads/thread-runs.ts'
import { isFinished, type ToolCall } from '../transcripts/tool-call.ts'
import type { ApprovalBook } from './approval-book.ts'
import { wentOn } from './bypass.ts'
import { CANCELLED, ELICITATION } from './harness-answer.ts'
import type { Asked, OpenApproval } from './open-approval.ts'
import {
  askedToolCall,
  canBeShown,
  offeredOptions,
  permissionRequest,
  questionRequest,
  resealed,
  type ApprovalPlace,
} from './permission.ts'
import { formQuestion, urlQuestion } from './question.ts'
import { shapedQuestion } from './shaped-question.ts'

const WENT_ON = 'The agent went on with this call without waiting for an answer.'

/** What the intake works with. */
export interface IntakeTools {
  readonly orbId: string
  readonly generation: number
  readonly book: ApprovalBook
  /** Where the long parts of what a thread asks go. */
  readonly keepFor: (threadId: string) => Keep
  readonly report: (report: KnownReport) => void
  /** The thread that a request belongs to: that of its session, else the one that most likely brought it about. */
  readonly threadOf: (sessionId: string | null) => ThreadRuns | null
  /** How its permissions are to be read. */
  readonly permissions: AdapterManifest['permissions']
  /** How it asks questions. */
  readonly questions: AdapterManifest['questions']
}

/** Turns what a harness asks into approvals. */
export class ApprovalIntake {
  readonly #tools: IntakeTools

  constructor(tools: IntakeTools) {
    this.#tools = tools
  }

  /** Takes a permission or an elicitation; false for any other request. */
  async take(request: HarnessRequest): Promise<boolean> {
    const isPermission = request.method === 'session/request_permission'
    if (!isPermission && request.method !== 'elicitation/create') return false
    const { sessionId } = request.params
    const thread = this.#tools.threadOf(typeof sessionId === 'string' ? sessionId : null)
    const nobody = isPermission ? CANCELLED : ELICITATION.cancel
    if (thread === null || isStopping(thread)) {
      void request.respond(nobody).catch(() => {})
      return true
    }
    if (this.#isRepeated(request, thread)) return true
    const open = isPermission ? await this.#permission(request, thread) : await this.#elicitation(request, thread)
    if (open === null) {
      void request.respond(nobody).catch(() => {})
      return true
    }
    if (!canBeShown(open.request)) {
      this.#tellTooLarge(thread)
      void open.respond(nobody).catch(() => {})
      return true
    }
    thread.asked()
    thread.writer.flush()
    if (isStopping(thread)) {
      // Stopped while this was made ready: an allow that came after the stop would still be carried out.
      void open.respond(nobody).catch(() => {})
      return true
    }
    this.#tools.book.raise(open)
    return true
  }

  /** The harness no longer wants an answer. */
  withdraw(requestId: string | number): void {
    for (const open of this.#tools.book.all()) {
      if (open.requestId === requestId) void this.#tools.book.withdraw(open, 'The agent withdrew its question.')?.()
    }
  }

  /** What was asked for on a page elsewhere is done there. */
  elicitationComplete(elicitationId: string): void {
    for (const open of this.#tools.book.all()) {
      if (open.asked.kind !== 'url' || open.asked.elicitationId !== elicitationId) continue
      this.#tools.book.end(open.request.approvalId, 'withdrawn', 'This was completed on the page that it named.')
      void open.respond(ELICITATION.accept(null)).catch(() => {})
    }
  }

  /** A tool call was updated: a question about it that is still open may have been passed over. */
  callUpdated(threadId: string, toolCallId: string, status: string, update: JsonObject): void {
    for (const open of this.#about(threadId, toolCallId)) {
      if (status === 'completed') this.#bypassed(open, WENT_ON)
      else if (isFinished(status)) {
        this.#tools.book.end(open.request.approvalId, 'withdrawn', 'The call ended before it was answered.')
      } else if (open.call !== null && wentOn(open.call, update, status)) this.#bypassed(open, WENT_ON)
    }
  }

  /** A turn has come to its own end: what it asked and nobody answered was settled by something else. */
  turnEnded(threadId: string): void {
    for (const open of this.#tools.book.ofAgent(threadId)) {
      if (open.call === null || this.#tools.book.isClaimed(open.request.approvalId)) continue
      this.#bypassed(open, 'The agent ended its turn without waiting for an answer.')
    }
  }

  /** What of a call is open, and is not being answered. */
  #about(threadId: string, toolCallId: string): OpenApproval[] {
    return this.#tools.book.ofAgent(threadId).filter(({ request, call }) => {
      return call?.toolCallId === toolCallId && !this.#tools.book.isClaimed(request.approvalId)
    })
  }

  #bypassed({ request }: OpenApproval, message: string): void {
    const { approvalId } = request
    this.#tools.book.end(approvalId, 'withdrawn', message)
    this.#tools.report({ name: 'decision.effect', approvalId, commandId: null, effect: 'bypassed', message })
  }

  /** The same question again, for a decision that could not be used: nobody else could answer it any more. */
  async askAgain(open: OpenApproval): Promise<void> {
    const { request } = open
    const message = 'The decision did not fit what was asked. It is asked again.'
    this.#tools.book.end(request.approvalId, 'superseded', message)
    this.#tools.book.raise({ ...open, request: await resealed(this.#tools.orbId, request) })
  }

  /** One request id twice: the same again is one question; another one under the same id takes the first one's place. */
  #isRepeated(request: HarnessRequest, thread: ThreadRuns): boolean {
    for (const open of this.#tools.book.all()) {
      if (open.requestId !== request.id) continue
      if (open.fingerprint === request.fingerprint) {
        thread.write(
          thread.fold.notice('The agent asked the same question twice under one number. It is shown once.', 'warning'),
        )
        return true
      }
      this.#tools.book.end(
        open.request.approvalId,
        'superseded',
        'The agent asked something else under the same number.',
      )
    }
    return false
  }

  async #permission(request: HarnessRequest, thread: ThreadRuns): Promise<OpenApproval> {
    const { params } = request
    const said = isObject(params['toolCall']) ? params['toolCall'] : {}
    const toolCallId =
      typeof said['toolCallId'] === 'string' && said['toolCallId'] !== '' ? said['toolCallId'] : newId()
    const earlier = thread.fold.toolCall(toolCallId)
    const { call, drafts } = thread.fold.ask({ ...said, toolCallId })
    thread.write(drafts)
    if (!this.#tools.permissions.parallel) {
      // One that asks one after another has an answer to the one before, and not from us.
      for (const open of this.#about(thread.threadId, toolCallId)) this.#bypassed(open, WENT_ON)
    }
    const options = offeredOptions(params['options'], this.#tools.permissions)
    const keep = this.#tools.keepFor(thread.threadId)
    const shaped = this.#tools.questions === 'permission-shaped' ? shapedQuestion(call) : null
    if (shaped !== null) {
      const { question, fields } = shaped
      const approval = await questionRequest(this.#place(thread), question, askedToolCall(call, earlier, keep))
      return this.#open(request, approval, { kind: 'shaped', fields, options }, call)
    }
    const approval = await permissionRequest(this.#place(thread), call, earlier, options, keep)
    return this.#open(request, approval, { kind: 'permission', options }, call)
  }

  async #elicitation(request: HarnessRequest, thread: ThreadRuns): Promise<OpenApproval | null> {
    const { params } = request
    const call = typeof params['toolCallId'] === 'string' ? thread.fold.toolCall(params['toolCallId']) : null
    const toolCall = call === null ? null : askedToolCall(call, null, this.#tools.keepFor(thread.threadId))
    if (params['mode'] === 'url') {
      const question = urlQuestion(params)
      if (question === null) {
        thread.write(
          thread.fold.notice(
            'The agent asked to open an address that is none for a browser. It was refused.',
            'warning',
          ),
        )
        return null
      }
      const elicitationId = typeof params['elicitationId'] === 'string' ? params['elicitationId'] : null
      const approval = await questionRequest(this.#place(thread), question, toolCall)
      return this.#open(request, approval, { kind: 'url', elicitationId })
    }
    if (params['mode'] !== 'form' && params['mode'] !== undefined) return null
    const { question, fields } = formQuestion(params)
    if (!canBeShown(question)) {
      this.#tellTooLarge(thread)
      return null
    }
    const approval = await questionRequest(this.#place(thread), question, toolCall)
    return this.#open(request, approval, { kind: 'form', fields })
  }

  #tellTooLarge(thread: ThreadRuns): void {
    const text = 'The agent asked something that is too large to be shown whole. It was told that nobody answers.'
    thread.write(thread.fold.notice(text, 'warning'))
  }

  #place(thread: ThreadRuns): ApprovalPlace {
    const { orbId, generation } = this.#tools
    return { orbId, generation, threadId: thread.threadId, runId: thread.current?.runId ?? null }
  }

  #open(
    request: HarnessRequest,
    approval: OpenApproval['request'],
    asked: Asked,
    call: ToolCall | null = null,
  ): OpenApproval {
    const { id, fingerprint, respond } = request
    return { request: approval, asked, raisedBy: 'agent', call, requestId: id, fingerprint, respond }
  }
}

function isStopping(thread: ThreadRuns): boolean {
  return thread.current?.stopping === true
}
