import type { ApprovalView } from '../../shared/rooms/content.ts'
import { raiseOf } from '../approvals/approval-heading.ts'
import { answerButtons } from '../approvals/buttons.ts'
import { showsWhole } from '../approvals/turn.ts'

/** A line of the inbox: one approval, or several that are alike in all that a decision hangs on. */
export interface InboxItem {
  /** The same for as long as it is about the same raises. */
  readonly key: string
  /** More than one: they may be allowed together. The one that has waited longest leads. */
  readonly approvals: readonly [ApprovalView, ...ApprovalView[]]
}

/** Those that were raised within a minute have waited equally long; then the risk decides. */
const EQUALLY_LONG_MS = 60_000

/** What can break most comes first; nobody knows what `unknown` can. */
const RISKS: readonly string[] = ['destructive', 'unknown', 'network', 'write', 'read']

/** What waits, in the order in which it is to be answered: the longest wait first, then the risk. */
export function arrangeInbox(approvals: readonly ApprovalView[]): InboxItem[] {
  const groups = new Map<string, [ApprovalView, ...ApprovalView[]]>()
  for (const approval of approvals.filter(({ outcome }) => outcome === 'pending').toSorted(inTurn)) {
    const key = batchOf(approval) ?? raiseOf(approval)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [approval])
    else group.push(approval)
  }
  return [...groups].map(([key, group]) => ({ key, approvals: group }))
}

/**
 * What an approval shares with others that may be answered with it: thread, rule and risk. Null where it stands alone,
 * as everything does of which not all can be seen in a line, or that asks for more than a tap.
 */
function batchOf({ orbId, request }: ApprovalView): string | null {
  if (request.risk !== 'read' && request.risk !== 'write') return null
  if (!showsWhole(request) || answerButtons(request).hold) return null
  return ['batch', orbId, request.threadId, request.risk, request.riskRule].join(' ')
}

function inTurn(one: ApprovalView, other: ApprovalView): number {
  const minute = ({ request }: ApprovalView): number => Math.floor(request.raisedAt / EQUALLY_LONG_MS)
  const risk = ({ request }: ApprovalView): number => RISKS.indexOf(request.risk)
  return minute(one) - minute(other) || risk(one) - risk(other) || one.request.raisedAt - other.request.raisedAt
}
