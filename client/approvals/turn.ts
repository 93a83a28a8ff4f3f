import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'

/** What a phone shows whole in the foot of a thread, beside the composer. */
const DOCK_LINES = 4
const DOCK_CHARS = 160

/** The pending ones in the order in which they are to be answered: who has waited longest comes first. */
export function inTurn(approvals: readonly ApprovalView[]): ApprovalView[] {
  return approvals
    .filter((approval) => approval.outcome === 'pending')
    .toSorted((one, other) => one.request.raisedAt - other.request.raisedAt)
}

/**
 * True where a few lines are all that would happen, so that they may be answered in the dock: a short command of
 * low risk, or a read of a few paths, and nothing else. Everything other is reviewed on its card first.
 */
export function showsWhole(request: Pick<ApprovalRequest, 'toolCall' | 'question' | 'risk' | 'options'>): boolean {
  const { toolCall, question, risk, options } = request
  if (question !== null || toolCall === null) return false
  if (risk === 'destructive' || risk === 'unknown') return false
  const { command, locations } = toolCall
  const lines = command === null && risk === 'read' ? locations : (command?.split('\n') ?? [])
  if (lines.length === 0 || lines.length > DOCK_LINES || lines.join('\n').length > DOCK_CHARS) return false
  return toolCall.content.length === 0 && options.filter((option) => option.kind === 'allow_once').length === 1
}
