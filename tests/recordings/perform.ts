import type { RunningRunner } from '../../orb/testing/running.ts'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import { scenario, type Reaction, type Task } from './scenario.ts'

/** Gives a runner the tasks of the scenario, one after the other, and reacts to what it asks. */
export async function perform(running: RunningRunner): Promise<void> {
  const { threadId } = await running.report('thread.meta')
  const answered = new Set<string>()
  for (const task of scenario) await performTask(running, threadId, task, answered)
}

async function performTask(running: RunningRunner, threadId: string, task: Task, answered: Set<string>): Promise<void> {
  const { commandId } = running.command({ kind: 'prompt', threadId, text: task.script(running.workspace) })
  const { runId } = await running.report('run.state', (one) => one.commandId === commandId)
  const isNews = (report: KnownReport): boolean =>
    (report.name === 'approval.raised' && !answered.has(report.approval.approvalId)) ||
    (report.name === 'run.state' && report.runId === runId && report.state === 'ended')
  for (let count = 0; ; count++) {
    const news = await running.reported(isNews)
    if (news.name !== 'approval.raised') return
    answered.add(news.approval.approvalId)
    const reaction = task.reactions[Math.min(count, task.reactions.length - 1)] ?? 'deny'
    await react(running, threadId, news.approval, reaction)
  }
}

async function react(
  running: RunningRunner,
  threadId: string,
  approval: ApprovalRequest,
  reaction: Reaction,
): Promise<void> {
  if (reaction === 'stop') {
    running.command({ kind: 'cancel', threadId, runId: null })
    return
  }
  running.command(
    approval.asked === 'permission'
      ? await running.decision(approval, { verdict: reaction })
      : await running.answer(approval, firstChoices(approval)),
  )
}

/** An answer to a question: of each field that offers choices the first one. */
export function firstChoices({ question }: ApprovalRequest): Record<string, string> {
  const fields = question?.fields ?? []
  return Object.fromEntries(fields.flatMap(({ name, choices: [first] }) => (first ? [[name, first.value]] : [])))
}
