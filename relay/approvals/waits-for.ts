import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { cutName } from '../ledger/cut.ts'

/** What waits, in the line that the home screen shows of it. */
export function waitsForOf(request: ApprovalRequest): NonNullable<FleetOrb['waitsFor']> {
  const { approvalId, threadId, risk, raisedAt, toolCall, question } = request
  const title = cutName(toolCall?.title ?? question?.message ?? '')
  return { approvalId, threadId, title, risk, since: raisedAt }
}
