import type { Actor } from '../../../shared/approvals/decision.ts'
import { voidEarlier } from '../approvals/end.ts'
import { audit } from '../audit/audit.ts'
import { endEarlierCommands } from '../commands/effects.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { interruptEarlierRuns } from '../threads/runs.ts'

/** Above every generation that there can be: what belongs to any of them ends. */
const EVERY_GENERATION = Number.MAX_SAFE_INTEGER

const remove = statement((slot: { orbId: string; at: number }) =>
  query
    .updateTable('orbs')
    .set(({ fn, ref, val }) => ({
      removed_at: slot.at,
      link: null,
      away_since: fn.coalesce(ref('away_since'), val(slot.at)),
    }))
    .where('orb_id', '=', slot.orbId)
    .where('removed_at', 'is', null),
)

/**
 * Removes an orb for good: what waits for an answer is void, what was still to be delivered ends, and nobody sees the
 * orb any more. Its events stay in the log. False where there is no such orb, or no more.
 */
export function removeOrb(op: Operation, orbId: string, by: Actor, at: number): boolean {
  if (op.store.run(remove, { orbId, at }) === 0) return false
  const message = 'The orb was removed.'
  voidEarlier(op, { orbId, generation: EVERY_GENERATION, at, message })
  endEarlierCommands(op, { orbId, generation: EVERY_GENERATION, message })
  interruptEarlierRuns(op, { orbId, generation: EVERY_GENERATION, at })
  audit(op, { at, kind: 'orb.removed', orbId, detail: { orbId, by } })
  op.touched.removed.add(orbId)
  return true
}
