import { effectsBefore, type Effect } from '../../../shared/approvals/machine.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'

/** What became of the answer to an approval. */
export interface EffectStep {
  readonly orbId: string
  readonly approvalId: string
  /** The decision that it follows, where the runner names it; it counts for no other. */
  readonly decisionId: string | null
  readonly effect: Exclude<Effect, 'none'>
  readonly message: string | null
}

/**
 * Moves an approval's effect, where the state machine of shared/approvals allows it. An effect follows an answer;
 * `bypassed` alone may also follow an end without one. True where it moved.
 */
export function moveEffect(op: Operation, { orbId, approvalId, decisionId, effect, message }: EffectStep): boolean {
  const answered = query
    .updateTable('approvals')
    .set(({ fn, ref, val }) => ({ effect, message: fn.coalesce(val(message), ref('message')) }))
    .where('approval_id', '=', approvalId)
    .where('orb_id', '=', orbId)
    .where('effect', 'in', [...effectsBefore(effect)])
    .where('ended_at', 'is not', null)
  const following = effect === 'bypassed' ? answered : answered.where('decision_id', 'is not', null)
  const moved = decisionId === null ? following : following.where('decision_id', '=', decisionId)
  if (op.store.rows(moved.returning('approval_id')).length === 0) return false
  op.touched.approvals.add(approvalId)
  return true
}
