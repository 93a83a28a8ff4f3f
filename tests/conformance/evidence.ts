import { isObject, type JsonObject } from '../../orb/harness/json-rpc.ts'
import type { RunningRunner } from '../../orb/testing/running.ts'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import type { TapeLine } from '../recordings/tape.ts'

/** How a run went. */
export interface Gone {
  readonly stopReason: string | null
  /** What was asked during it, in order. */
  readonly asked: readonly ApprovalRequest[]
  /** Everything that the agent said in it. */
  readonly said: string
}

/** Gives a runner a task, answers whatever it asks alike, and tells how that went. */
export async function task(
  running: RunningRunner,
  text: string,
  verdict: 'allow' | 'deny' | 'stop' = 'allow',
): Promise<Gone> {
  const { threadId } = await running.report('thread.meta')
  const { commandId } = running.command({ kind: 'prompt', threadId, text })
  const { runId } = await running.report('run.state', (one) => one.commandId === commandId)
  const asked: ApprovalRequest[] = []
  const isNews = (report: KnownReport): boolean =>
    (report.name === 'approval.raised' &&
      report.approval.runId === runId &&
      !asked.some((one) => one.approvalId === report.approval.approvalId)) ||
    (report.name === 'run.state' && report.runId === runId && report.state === 'ended')
  for (;;) {
    const news = await running.reported(isNews)
    if (news.name === 'run.state') return { stopReason: news.stopReason, asked, said: saidIn(running, runId) }
    if (news.name !== 'approval.raised') continue
    asked.push(news.approval)
    if (verdict === 'stop') running.command({ kind: 'cancel', threadId, runId })
    else running.command(await running.decision(news.approval, { verdict }))
  }
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
