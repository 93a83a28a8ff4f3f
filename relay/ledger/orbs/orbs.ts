import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

const generation = statement((slot: { orbId: string }) =>
  query.selectFrom('orbs').select('generation').where('orb_id', '=', slot.orbId),
)

const standing = statement((slot: { orbId: string }) =>
  query.selectFrom('orbs').select(['key', 'generation', 'fence']).where('orb_id', '=', slot.orbId),
)

/** The present generation of an orb, or null where there is no such orb. */
export function generationOf(store: Store, orbId: string): number | null {
  return store.first(generation, { orbId })?.generation ?? null
}

/** What a hello or a command is measured against; undefined where there is no such orb. */
export function standingOf(
  store: Store,
  orbId: string,
): { key: string; generation: number; fence: number } | undefined {
  return store.first(standing, { orbId })
}
