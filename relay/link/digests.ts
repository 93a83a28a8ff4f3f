import { approvalDigest } from '../../shared/approvals/request.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import { ApprovalRaisedReport } from '../../shared/link/reports.ts'

/** Where a raise stands that nobody could ever decide, and what to tell its runner. */
export interface FalseDigest {
  readonly index: number
  readonly says: string
}

/**
 * The first raise whose digest is not that of what it asks, or null. Devices compute the digest from what they show,
 * so such an approval would refuse every answer; its runner must hear of it at once.
 */
export async function firstFalseDigest(orbId: string, events: readonly StreamEvent[]): Promise<FalseDigest | null> {
  for (const [index, event] of events.entries()) {
    if (event.type !== 'report' || event.report.name !== 'approval.raised') continue
    const raised = ApprovalRaisedReport.safeParse(event.report)
    // A report that cannot be read is kept, and has no effect.
    if (!raised.success) continue
    const { approval } = raised.data
    const digest = await approvalDigest(orbId, approval).catch(() => null)
    if (digest === approval.digest) continue
    return { index, says: `The digest of approval ${approval.approvalId} is not that of what it asks.` }
  }
  return null
}
