import type { ApprovalView } from '../../shared/rooms/content.ts'
import { riskWords } from '../look/words.ts'
import { actionWords, approvalWords } from './words.ts'

/** What would be done, by the tool's kind; a question speaks for itself. */
export function headingOf(approval: ApprovalView): string {
  const { question, toolCall } = approval.request
  if (question !== null) return question.message
  return actionWords[toolCall?.toolKind ?? ''] ?? toolCall?.title ?? approvalWords.waits
}

/** Whether the risk's own word says what would be done, so that it need not be said again: "Read". */
export function isSaidByRisk(approval: ApprovalView): boolean {
  const { asked, risk } = approval.request
  return asked === 'permission' && headingOf(approval) === riskWords[risk]
}

/** Which raise an approval shows: another one under the same id bears another nonce. */
export function raiseOf({ request }: ApprovalView): string {
  return request.approvalId + ' ' + request.nonce
}

/** What a screen reader hears when it comes up: risk, action, target. */
export function announcementOf(approval: ApprovalView): string {
  const { risk, toolCall } = approval.request
  const target = toolCall?.command ?? toolCall?.title ?? ''
  return approvalWords.announce(riskWords[risk], headingOf(approval), target.slice(0, 200))
}
