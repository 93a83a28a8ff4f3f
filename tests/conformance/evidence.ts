import { setTimeout as sleep } from 'node:timers/promises'
import { isObject, type JsonObject } from '../../orb/harness/json-rpc.ts'
import type { RunningRunner } from '../../orb/testing/running.ts'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import { firstChoices } from '../recordings/perform.ts'
import type { TapeLine } from '../recordings/tape.ts'

/** What becomes of whatever a task asks. */
export type Verdict = 'allow' | 'deny' | 'stop'

/** How a run went. */
export interface Gone {
  readonly stopReason: string | null
  /** What was asked during it, in order. */
  readonly asked: readonly ApprovalRequest[]
  /** Everything that the agent said in it. */
  readonly said: string
}

/** Gives a runner a task, answers whatever it asks alike, and tells how that went. */
export async function task(running: RunningRunner, text: string, verdict: Verdict = 'allow'): Promise<Gone> {
  const turn = await begin(running, text)
  const asked: ApprovalRequest[] = []
  for (;;) {
    const news = await turn.next(asked)
    if (news === null) return { stopReason: await turn.stopReason(), asked, said: saidIn(running, turn.runId) }
    asked.push(news)
    await react(running, news, verdict)
  }
}

/**
 * Gives a runner a task, and tells how many of its questions were open at once: none is answered before a second one
 * came, or so many milliseconds have passed. Then all are allowed.
 */
export async function openAtOnce(running: RunningRunner, text: string, patienceMs: number): Promise<number> {
  const turn = await begin(running, text)
  const asked: ApprovalRequest[] = []
  const first = await turn.next(asked)
  if (first === null) return 0
  asked.push(first)
  const coming = turn.next(asked)
  const second = await Promise.race([coming, sleep(patienceMs, null)])
  await react(running, first, 'allow')
  for (let news = second ?? (await coming); news !== null; news = await turn.next(asked)) {
    asked.push(news)
    await react(running, news, 'allow')
  }
  return second === null ? 1 : 2
}

interface Begun {
  readonly runId: string
  stopReason(): Promise<string | null>
  /** The next question that is not among those; null at the end of the run. */
  next(before: readonly ApprovalRequest[]): Promise<ApprovalRequest | null>
}

async function begin(running: RunningRunner, text: string): Promise<Begun> {
  const { threadId } = await running.report('thread.meta')
  const { commandId } = running.command({ kind: 'prompt', threadId, text })
  const { runId } = await running.report('run.state', (one) => one.commandId === commandId)
  const isEnd = (report: KnownReport): boolean =>
    report.name === 'run.state' && report.runId === runId && report.state === 'ended'
  return {
    runId,
    async stopReason() {
      const end = await running.reported(isEnd)
      return end.name === 'run.state' ? end.stopReason : null
    },
    async next(before) {
      const isNews = (report: KnownReport): boolean =>
        report.name === 'approval.raised' &&
        report.approval.runId === runId &&
        !before.some((one) => one.approvalId === report.approval.approvalId)
      const news = await running.reported((report) => isEnd(report) || isNews(report))
      return news.name === 'approval.raised' ? news.approval : null
    },
  }
}

async function react(running: RunningRunner, request: ApprovalRequest, verdict: Verdict): Promise<void> {
  const { threadId, runId } = request
  if (verdict === 'stop') running.command({ kind: 'cancel', threadId, runId })
  else if (request.asked === 'permission') running.command(await running.decision(request, { verdict }))
  else running.command(await running.answer(request, firstChoices(request)))
}

/** The messages of a tape that are JSON, with which way they went. */
export function messages(tape: readonly TapeLine[]): { readonly dir: TapeLine['dir']; readonly message: JsonObject }[] {
  return tape.flatMap(({ dir, line }) => {
    try {
      const message: unknown = JSON.parse(line)
      return isObject(message) ? [{ dir, message }] : []
    } catch {
      return []
    }
  })
}

/** ACP's updates on a tape, in order. */
export function updates(tape: readonly TapeLine[]): JsonObject[] {
  return messages(tape).flatMap(({ dir, message }) => {
    const params = isObject(message['params']) ? message['params'] : {}
    const { update } = params
    return dir === 'in' && message['method'] === 'session/update' && isObject(update) ? [update] : []
  })
}

/** The first request of ours by this method, with its answer; null where there was none. */
export function exchange(tape: readonly TapeLine[], method: string): { readonly answer: JsonObject | null } | null {
  const all = messages(tape)
  const asked = all.find(({ dir, message }) => dir === 'out' && message['method'] === method)
  if (asked === undefined) return null
  const id = asked.message['id']
  const answer = all.find(({ dir, message }) => dir === 'in' && message['id'] === id && !('method' in message))
  return { answer: answer?.message ?? null }
}

/** True where a list of ACP's tool content holds a change of a file. */
export function hasDiff(content: unknown): boolean {
  return Array.isArray(content) && content.some((item) => isObject(item) && item['type'] === 'diff')
}

function saidIn(running: RunningRunner, runId: string): string {
  return running
    .events()
    .flatMap((event) =>
      event.type === 'entry' && event.runId === runId && event.kind === 'agent_message' ? [event] : [],
    )
    .map(({ body }) => (isObject(body) && typeof body['text'] === 'string' ? body['text'] : ''))
    .join('\n')
}
