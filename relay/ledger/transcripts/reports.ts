import { raiseApproval } from '../approvals/raise.ts'
import { endApproval } from '../approvals/end.ts'
import { isOf } from '../approvals/view.ts'
import { takeCommandEffect, takeDecisionEffect } from '../commands/effects.ts'
import type { Operation } from '../commit/operation.ts'
import { isStorageError } from '../dialect/open.ts'
import type { EventBatch } from '../ledger.ts'
import type { ReportEvent } from '../../../shared/link/events.ts'
import { KnownReport } from '../../../shared/link/reports.ts'
import { takeOrbState, takeWorkspace } from '../orbs/reports.ts'
import { takeThreadMeta } from '../threads/meta.ts'
import { takeRunState } from '../threads/runs.ts'
import { ensureThread } from '../threads/threads.ts'

/**
 * Lets a report take effect. One that is malformed or about nothing of this orb has none: it stays in the log, a
 * warning says why, and the stream goes on. One that comes again or too late changes nothing, which is no mistake.
 */
export function applyReport(op: Operation, batch: EventBatch, event: ReportEvent): void {
  const parsed = KnownReport.safeParse(event.report)
  const what = `Report ${event.report.name}, event ${event.seq} of orb ${batch.orbId}`
  if (!parsed.success) return op.warn(`${what}: kept without effect, its form is not known.`)
  try {
    const applied = op.store.attempt(() => apply(op, batch, event, parsed.data))
    if (!applied) op.warn(`${what}: kept without effect, this orb has nothing that it could be about.`)
  } catch (error) {
    if (isStorageError(error)) throw error
    op.warn(`${what}: kept without effect, it failed: ${String(error)}`)
  }
}

function apply(op: Operation, batch: EventBatch, { seq, at }: ReportEvent, report: KnownReport): boolean {
  const { orbId, generation, stream, receivedAt } = batch
  const ours = (threadId: string, createdAt = at): boolean =>
    ensureThread(op, { threadId, orbId, at: receivedAt, createdAt })
  switch (report.name) {
    case 'orb.state':
      takeOrbState(op, orbId, report)
      return true
    case 'workspace':
      takeWorkspace(op, orbId, report)
      return true
    case 'thread.meta':
      if (!ours(report.threadId, report.createdAt)) return false
      takeThreadMeta(op, orbId, report)
      return true
    case 'run.state':
      if (!ours(report.threadId)) return false
      takeRunState(op, { orbId, generation, at, receivedAt }, report)
      return true
    case 'approval.raised':
      if (!ours(report.approval.threadId)) return false
      return raiseApproval(op, { orbId, generation, stream, seq, at: receivedAt }, report.approval)
    case 'approval.ended': {
      const { approvalId, outcome, message } = report
      return (
        endApproval(op, { orbId, approvalId, outcome, message, at: receivedAt }) || isOf(op.store, orbId, approvalId)
      )
    }
    case 'decision.effect':
      return takeDecisionEffect(op, orbId, report)
    case 'command.effect':
      return takeCommandEffect(op, orbId, report)
  }
}
