import { expireApprovals } from './approvals/expire.ts'
import type { Operation } from './commit/operation.ts'
import { expireInvitations } from './devices/invitations.ts'
import { lapseSessions } from './devices/sessions.ts'

/** Everything with a due time: each ends what is due by `now`, and answers when the next is. */
const DUE: readonly ((op: Operation, now: number) => number | null)[] = [
  expireApprovals,
  expireInvitations,
  lapseSessions,
]

/** Ends everything that is due by `now`; returns when the next is, or null. */
export function expireDue(op: Operation, now: number): number | null {
  const times = DUE.flatMap((end) => end(op, now) ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
