import type { EntryStep } from '../../../shared/rooms/content.ts'
import { foldSteps } from '../../../shared/transcripts/fold.ts'
import { query } from '../dialect/open.ts'
import type { StoredEntry } from '../ledger.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

/** What a row of `entries` says to a reader. */
export interface ReadableEntry {
  readonly position: number
  readonly entryId: string
  readonly runId: string | null
  readonly kind: string
  readonly at: number
  readonly lastLogId: number
  readonly lastPosition: number
  readonly closed: number
}

/**
 * More steps than this are handed out as one that holds them all, so that a reader's cost is bounded
 * however long an agent keeps an entry open.
 */
const MOST_STEPS = 64

/** From an entry's newest event back to where its body begins: its last `close`, or its first event. */
const wayBack = statement((slot: { lastLogId: number }) =>
  query
    .withRecursive('steps(id, prev, op, json)', (db) =>
      db
        .selectFrom('events')
        .select(['id', 'prev', 'op', 'json'])
        .where('id', '=', slot.lastLogId)
        .unionAll(
          db
            .selectFrom('steps')
            .innerJoin('events', 'events.id', 'steps.prev')
            .select(['events.id', 'events.prev', 'events.op', 'events.json'])
            .where('steps.op', '<>', 'close'),
        ),
    )
    .selectFrom('steps')
    .select(['op', 'json'])
    .orderBy('id'),
)

/** The entries of these rows as rooms and pages carry them: closed ones flat, open ones with their steps. */
export function readEntries(store: Store, rows: readonly ReadableEntry[]): StoredEntry[] {
  return rows.map((row) => {
    const { position, entryId, runId, kind, at } = row
    const header = { position, entryId, runId, kind, at }
    const steps = stepsOf(store, row.lastLogId)
    if (row.closed === 1) return { ...header, closedAt: row.lastPosition, body: foldSteps(steps) }
    return { header, steps: steps.length > MOST_STEPS ? [{ op: 'patch', body: foldSteps(steps) }] : steps }
  })
}

function stepsOf(store: Store, lastLogId: number): EntryStep[] {
  return store.all(wayBack, { lastLogId }).map(({ op, json }) => {
    const { body } = JSON.parse(json) as { body?: unknown }
    return { op: op ?? 'append', body }
  })
}
