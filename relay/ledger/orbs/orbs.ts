import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

const standing = statement((slot: { orbId: string }) =>
  query.selectFrom('orbs').select(['key', 'generation', 'fence']).where('orb_id', '=', slot.orbId),
)

/** What a hello or a command is measured against; undefined where there is no such orb. */
export function standingOf(
  store: Store,
  orbId: string,
): { key: string; generation: number; fence: number } | undefined {
  return store.first(standing, { orbId })
}
