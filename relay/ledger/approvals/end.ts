import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { audit } from '../audit/audit.ts'

/** How an approval ends without an answer of ours. `at` is the relay's clock. */
export interface End {
  readonly orbId: string
  readonly approvalId: string
  readonly outcome: 'expired' | 'superseded' | 'withdrawn' | 'void'
  readonly at: number
  /** Why, for people. */
  readonly message: string | null
}

const end = statement((slot: End) =>
  query
    .updateTable('approvals')
    .set({ outcome: slot.outcome, ended_at: slot.at, message: slot.message })
    .where('approval_id', '=', slot.approvalId)
    .where('orb_id', '=', slot.orbId)
    .where('outcome', '=', 'pending'),
)

const pendingOf = statement((slot: { orbId: string }) =>
  query
    .selectFrom('approvals')
    .select(['approval_id as approvalId', 'generation', 'raised_stream as stream', 'raised_seq as seq'])
    .where('orb_id', '=', slot.orbId)
    .where('ended_at', 'is', null)
    .orderBy('number'),
)

/** Ends a pending approval; one that has ended stays as it is. True where this ended it. */
export function endApproval(op: Operation, ending: End): boolean {
  if (op.store.run(end, ending) === 0) return false
  const { orbId, approvalId, outcome, at, message } = ending
  audit(op, { at, kind: 'approval.ended', orbId, detail: { approvalId, outcome, message } })
  op.touched.approvals.add(approvalId)
  op.touched.fleet.add(orbId)
  return true
}

/** Makes void what generations below this one asked. */
export function voidEarlier(
  op: Operation,
  { orbId, generation, at, message }: Pick<End, 'orbId' | 'at' | 'message'> & { readonly generation: number },
): void {
  for (const row of op.store.all(pendingOf, { orbId }))
    if (row.generation < generation)
      endApproval(op, { orbId, approvalId: row.approvalId, outcome: 'void', at, message })
}

/** Makes void what the runner no longer knows of; what it raised in `stream` after `asOfSeq` it could not list yet. */
export function voidUnlisted(
  op: Operation,
  orbId: string,
  stream: string,
  asOfSeq: number,
  open: readonly string[],
  at: number,
): void {
  const listed = new Set(open)
  const message = 'The agent that asked is gone. You can ask it to continue.'
  for (const row of op.store.all(pendingOf, { orbId })) {
    if (listed.has(row.approvalId) || (row.stream === stream && row.seq > asOfSeq)) continue
    endApproval(op, { orbId, approvalId: row.approvalId, outcome: 'void', at, message })
  }
}
