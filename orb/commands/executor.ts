import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandBody, LinkCommand } from '../../shared/commands/commands.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import type { ApprovalBook } from '../approvals/approval-book.ts'
import { decide, type Decision } from '../approvals/decide.ts'
import type { ApprovalIntake } from '../approvals/intake.ts'
import type { OpenApproval } from '../approvals/open-approval.ts'
import { toPerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RosterBook } from '../roster/roster-book.ts'
import type { Setting } from '../threads/asking-rules.ts'
import type { ThreadBook } from '../threads/thread-book.ts'
import type { ThreadRuns } from '../threads/thread-runs.ts'
import type { CommandBook, CommandEnd } from './command-book.ts'

/** How often a full disk is tried again before a decision is given to the harness. */
const DISK_MS = 500
/** How long a decision waits for the version of the roster that it names. */
const ROSTER_MS = 5000

/** What a command came to. */
export interface Done {
  readonly is: 'applied' | 'refused'
  readonly message: string | null
}

/** What commands act on. */
export interface ExecutorTools {
  readonly orbId: string
  readonly generation: number
  /** Who is believed. */
  readonly roster: RosterBook
  /** The account that the agent runs as; null where it is not known. */
  readonly account: string | null
  readonly book: CommandBook
  readonly approvals: ApprovalBook
  readonly intake: ApprovalIntake
  readonly threads: ThreadBook
  readonly runsOf: (threadId: string) => ThreadRuns | null
  readonly allRuns: () => readonly ThreadRuns[]
  readonly report: (report: KnownReport) => void
  /** Begins a thread; its session is opened beside. With a session of the harness: that one is taken up first. */
  readonly newThread: (threadId: string, title: string | null, sessionId: string | null) => Promise<Done>
  readonly setThread: (threadId: string, setting: Setting) => Promise<Done>
  readonly restartHarness: () => Promise<void>
}

/**
 * Carries out commands by rising number, each once. What a command does to the harness begins in that order; waiting
 * for it to be written does not hold up the next one, so that a stop is never behind an answer that nobody reads.
 */
export class CommandExecutor {
  readonly #tools: ExecutorTools
  #order: Promise<void> = Promise.resolve()
  #highestFence = 0

  constructor(tools: ExecutorTools) {
    this.#tools = tools
  }

  /** A command from the link. One that is known already is left alone: it was sent again because we were slow to say so. */
  receive(command: LinkCommand): void {
    if (this.#tools.book.receive(command)) this.execute(command)
  }

  /** Carries out a stored command in its turn. */
  execute(command: LinkCommand): void {
    const body = command.command
    if (isDecision(body)) this.#effect(command, body, 'delivered', null)
    this.#order = this.#order.then(() => this.#begin(command))
  }

  async #begin(command: LinkCommand): Promise<void> {
    const { commandId, generation, fence } = command
    if (generation !== this.#tools.generation) {
      this.#refuse(command, 'This was meant for another generation of the orb.')
      return
    }
    if (fence !== 0 && fence < this.#highestFence) {
      this.#refuse(command, 'Somebody else took over the orb before this arrived.')
      return
    }
    this.#highestFence = Math.max(this.#highestFence, fence)
    if (this.#tools.book.step(commandId) !== 'received') return
    try {
      await this.#carryOut(command, command.command)
    } catch (error) {
      this.#finish(commandId, 'undeliverable', toPerigeeError(error).message)
    }
  }

  async #carryOut(command: LinkCommand, body: CommandBody): Promise<void> {
    const { commandId, by } = command
    switch (body.kind) {
      case 'prompt': {
        const runs = this.#tools.runsOf(body.threadId)
        if (runs === null) this.#refuse(command, 'There is no such thread here.')
        else {
          const { text, attachments = [] } = body
          runs.enqueue({ commandId, text, attachments, by: { personName: by.personName, deviceName: by.deviceName } })
        }
        return
      }
      case 'cancel':
        this.#stop(command, [this.#tools.runsOf(body.threadId)], body.runId)
        return
      case 'stop':
        for (const runs of this.#tools.allRuns()) runs.forgetWaiting()
        this.#stop(command, this.#tools.allRuns(), null)
        return
      case 'thread.new': {
        const { threadId, title, sessionId = null } = body
        // No intent: the relay shows the thread already, and beginning it twice is beginning it once.
        this.#finishWith(commandId, this.#tools.newThread(threadId, title, sessionId))
        return
      }
      case 'thread.set':
        this.#tools.book.intend(commandId)
        this.#finishWith(commandId, this.#tools.setThread(body.threadId, body.setting))
        return
      case 'thread.rename':
        this.#changeThread(command, body.threadId, { title: body.title })
        return
      case 'thread.archive':
        this.#changeThread(command, body.threadId, { archived: body.archived })
        return
      case 'harness.restart':
        this.#tools.book.intend(commandId)
        this.#finishWith(commandId, this.#tools.restartHarness())
        return
      case 'decide':
      case 'answer':
        await this.#decide(command, body, true)
    }
  }

  /** Ends a command with what it came to; nothing waits for it. */
  #finishWith(commandId: string, work: Promise<Done | void>): void {
    void work.then(
      (done) => this.#finish(commandId, done?.is ?? 'applied', done?.message ?? null),
      (error: unknown) => this.#finish(commandId, 'undeliverable', toPerigeeError(error).message),
    )
  }

  /** A stop is carried out even where its intent cannot be stored: doing it twice harms nobody. */
  #stop(command: LinkCommand, all: readonly (ThreadRuns | null)[], runId: string | null): void {
    this.#tools.book.intend(command.commandId)
    const stopped = Promise.all(all.map(async (runs) => (await runs?.stop(runId)) ?? false))
    void stopped.then((were) => {
      if (command.command.kind === 'stop' || were.includes(true)) this.#finish(command.commandId, 'applied')
      else this.#refuse(command, 'That run has already ended.')
    })
  }

  #changeThread(command: LinkCommand, threadId: string, change: { title?: string; archived?: boolean }): void {
    if (this.#tools.threads.get(threadId) === null) {
      this.#refuse(command, 'There is no such thread here.')
      return
    }
    this.#tools.threads.change(threadId, change)
    this.#finish(command.commandId, 'applied')
  }

  /** `mayWait`: what comes too early for the roster is put behind what comes meanwhile, once, and holds nobody up. */
  async #decide(command: LinkCommand, decision: Decision, mayWait: boolean): Promise<void> {
    const { book, approvals, roster, ...tools } = this.#tools
    const open = approvals.get(decision.approvalId)
    if (open === null) {
      this.#tooLate(command, decision)
      return
    }
    if (approvals.isClaimed(decision.approvalId)) {
      this.#refuse(command, 'This was already answered.')
      return
    }
    const { orbId, generation, account } = tools
    await roster.settled()
    const judge = { orbId, generation, account, roster: roster.present, at: Date.now() }
    const verdict = await decide(open, decision, command.by.deviceId, judge)
    if (approvals.get(decision.approvalId) !== open) {
      this.#tooLate(command, decision)
      return
    }
    if (verdict.is === 'early' && mayWait) {
      void roster.until(decision.rosterVersion, ROSTER_MS).then(() => {
        this.#order = this.#order.then(() => this.#decideAgain(command, decision))
      })
      return
    }
    if (verdict.is !== 'answer') {
      await this.#decline(command, decision, open, verdict)
      return
    }
    while (!book.intend(command.commandId)) await sleep(DISK_MS)
    if (!approvals.claim(decision.approvalId)) {
      this.#tooLate(command, decision)
      return
    }
    void this.#answer(command, decision, open, verdict.result)
  }

  async #decideAgain(command: LinkCommand, decision: Decision): Promise<void> {
    try {
      await this.#decide(command, decision, false)
    } catch (error) {
      this.#finish(command.commandId, 'undeliverable', toPerigeeError(error).message)
    }
  }

  /** The relay takes no second decision of an approval, so what could not be used is asked again. */
  async #decline(
    command: LinkCommand,
    decision: Decision,
    open: OpenApproval,
    { is, message }: { readonly is: 'refused' | 'early' | 'late'; readonly message: string },
  ): Promise<void> {
    this.#finish(command.commandId, 'refused', message)
    this.#effect(command, decision, 'undeliverable', message)
    if (is === 'late') void this.#tools.approvals.withdraw(open, message, 'expired')?.()
    else await this.#tools.intake.askAgain(open)
  }

  async #answer(command: LinkCommand, decision: Decision, open: OpenApproval, result: unknown): Promise<void> {
    try {
      await open.respond(result)
      this.#tools.approvals.answered(decision.approvalId)
      this.#finish(command.commandId, 'applied')
      this.#effect(command, decision, 'applied', null)
    } catch (error) {
      const own = open.raisedBy === 'runner'
      // Nobody else ends what the runner asked for itself.
      if (own) this.#tools.approvals.answered(decision.approvalId)
      const message = own ? toPerigeeError(error).message : 'The agent ended before the answer reached it.'
      this.#finish(command.commandId, 'undeliverable', message)
      this.#effect(command, decision, 'undeliverable', message)
    }
  }

  #tooLate(command: LinkCommand, decision: Decision): void {
    if (this.#tools.approvals.howLeft(decision.approvalId) === 'answered') {
      this.#refuse(command, 'This was already answered.')
      return
    }
    const message = 'The agent no longer waits for this answer.'
    this.#finish(command.commandId, 'undeliverable', message)
    this.#effect(command, decision, 'undeliverable', message)
  }

  #refuse(command: LinkCommand, message: string): void {
    this.#finish(command.commandId, 'refused', message)
    // A second decision changes nothing about the first one's effect; any other that is refused never takes effect.
    const body = command.command
    if (!isDecision(body)) return
    const { approvals } = this.#tools
    if (approvals.howLeft(body.approvalId) !== 'answered' && !approvals.isClaimed(body.approvalId)) {
      this.#effect(command, body, 'undeliverable', message)
    }
  }

  #finish(commandId: string, end: CommandEnd, message: string | null = null): void {
    this.#tools.book.finish(commandId, end, message)
  }

  #effect(
    command: LinkCommand,
    decision: Decision,
    effect: 'delivered' | 'applied' | 'undeliverable',
    message: string | null,
  ): void {
    const { approvalId } = decision
    this.#tools.report({ name: 'decision.effect', approvalId, commandId: command.commandId, effect, message })
  }
}

/** True for a command that answers an approval. */
export function isDecision(body: CommandBody): body is Decision {
  return body.kind === 'decide' || body.kind === 'answer'
}
