import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

const beginStream = statement((slot: { orbId: string; stream: string }) =>
  query
    .insertInto('streams')
    .values({ orb_id: slot.orbId, stream: slot.stream, acked: 0 })
    .onConflict((conflict) => conflict.doNothing()),
)

const acked = statement((slot: { orbId: string; stream: string }) =>
  query.selectFrom('streams').select('acked').where('orb_id', '=', slot.orbId).where('stream', '=', slot.stream),
)

const place = statement((slot: { orbId: string; stream: string }) =>
  query
    .selectFrom('orbs')
    .leftJoin('streams', (join) =>
      join.onRef('streams.orb_id', '=', 'orbs.orb_id').on('streams.stream', '=', slot.stream),
    )
    .select(['generation', 'acked'])
    .where('orbs.orb_id', '=', slot.orbId)
    .where('removed_at', 'is', null),
)

const advance = statement((slot: { orbId: string; stream: string; generation: number; from: number; to: number }) =>
  query
    .updateTable('streams')
    .set({ acked: slot.to })
    .where('orb_id', '=', slot.orbId)
    .where('stream', '=', slot.stream)
    .where('acked', '=', slot.from)
    .where(({ exists, selectFrom, lit }) =>
      exists(
        selectFrom('orbs')
          .select(lit(1).as('one'))
          .where('orb_id', '=', slot.orbId)
          .where('generation', '=', slot.generation),
      ),
    ),
)

/** Makes a stream known; one that is known already keeps its place. */
export function ensureStream(store: Store, orbId: string, stream: string): void {
  store.run(beginStream, { orbId, stream })
}

/** Where an orb stands: its present generation, and how far a stream of it is committed (null: a stream not seen yet). */
export function placeOf(
  store: Store,
  orbId: string,
  stream: string,
): { generation: number; acked: number | null } | undefined {
  return store.first(place, { orbId, stream })
}

/** The highest seq of a stream that is committed; 0 for one that is not known. */
export function ackedOf(store: Store, orbId: string, stream: string): number {
  return store.first(acked, { orbId, stream })?.acked ?? 0
}

/** Moves a stream on, only from where it stands and only for the present generation of its orb. */
export function advanceStream(
  store: Store,
  step: { orbId: string; stream: string; generation: number; from: number; to: number },
): boolean {
  return store.run(advance, step) === 1
}
