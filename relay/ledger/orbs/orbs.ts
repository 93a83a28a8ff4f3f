import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

const standing = statement((slot: { orbId: string }) =>
  query
    .selectFrom('orbs')
    .select(['key', 'generation', 'fence'])
    .where('orb_id', '=', slot.orbId)
    .where('removed_at', 'is', null),
)

const anyOrb = statement((slot: { orbId: string }) =>
  query.selectFrom('orbs').select('removed_at as removedAt').where('orb_id', '=', slot.orbId),
)

const account = statement((slot: { orbId: string }) =>
  query.selectFrom('orbs').select('account').where('orb_id', '=', slot.orbId),
)

/** What a hello or a command is measured against; undefined where there is no such orb, or no more. */
export function standingOf(
  store: Store,
  orbId: string,
): { key: string; generation: number; fence: number } | undefined {
  return store.first(standing, { orbId })
}

/** True for an orb that was here and has been removed. */
export function isRemoved(store: Store, orbId: string): boolean {
  return (store.first(anyOrb, { orbId })?.removedAt ?? null) !== null
}

/** The account of the machine that an orb's agent runs as, or null where its runner did not say. */
export function accountOfOrb(op: Operation, orbId: string): string | null {
  return op.store.first(account, { orbId })?.account ?? null
}
