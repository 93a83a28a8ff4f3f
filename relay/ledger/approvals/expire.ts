import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { endApproval } from './end.ts'

const due = statement((slot: { now: number }) =>
  query
    .selectFrom('approvals')
    .select(['approval_id as approvalId', 'orb_id as orbId'])
    .where('ended_at', 'is', null)
    .where('expires_at', 'is not', null)
    .where('expires_at', '<=', slot.now),
)

const nextDue = statement((_: object) =>
  query
    .selectFrom('approvals')
    .select(({ fn }) => fn.min('expires_at').as('at'))
    .where('ended_at', 'is', null)
    .where('expires_at', 'is not', null),
)

/** What people read of an approval whose time ran out. */
export const EXPIRED = 'Nobody answered in time.'

/** Ends every pending approval whose time is up by `now`, and returns when the next is due, or null. */
export function expireApprovals(op: Operation, now: number): number | null {
  for (const { approvalId, orbId } of op.store.all(due, { now }))
    endApproval(op, { orbId, approvalId, outcome: 'expired', at: now, message: EXPIRED })
  return op.store.first(nextDue, {})?.at ?? null
}
