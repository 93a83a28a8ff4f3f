import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import { newestLogId } from '../transcripts/log.ts'
import { searchText } from '../transcripts/facets.ts'
import { indexed, placeOf } from './terms.ts'

/** Events that one step looks at: some milliseconds, between which commits are carried out. */
const STEP = 1000

const searched = statement((_: object) =>
  query.selectFrom('ledger_meta').select('value').where('name', '=', 'searched'),
)

const advance = statement((slot: { to: string }) =>
  query.updateTable('ledger_meta').set({ value: slot.to }).where('name', '=', 'searched'),
)

const closes = statement((slot: { after: number; to: number }) =>
  query
    .selectFrom('events')
    .leftJoin('events as earlier', 'earlier.id', 'events.prev')
    .select([
      'events.id',
      'events.orb_id as orbId',
      'events.thread_id as threadId',
      'events.json',
      'earlier.id as earlierId',
      'earlier.op as earlierOp',
    ])
    .where('events.id', '>', slot.after)
    .where('events.id', '<=', slot.to)
    .where('events.op', '=', 'close')
    .orderBy('events.id'),
)

const insert = statement((slot: { id: number; place: string; words: string }) =>
  query.insertInto('search_index').values({ rowid: slot.id, place: slot.place, words: slot.words }),
)

const remove = statement((slot: { id: number }) => query.deleteFrom('search_index').where('rowid', '=', slot.id))

/** The number in the log up to which entries can be found. */
export function searchedUpTo(store: Store): number {
  return Number(store.first(searched, {})?.value ?? 0)
}

/**
 * Takes the next entries of the log into the index, in a transaction of its own; true where more are left. The index
 * follows the log and never holds up a commit: how far it has come is stored with it, so a crash loses and doubles nothing.
 */
export function indexLog(store: Store): boolean {
  const after = searchedUpTo(store)
  const newest = newestLogId(store)
  if (after >= newest) return false
  const to = Math.min(after + STEP, newest)
  store.control('BEGIN IMMEDIATE')
  try {
    for (const { id, orbId, threadId, json, earlierId, earlierOp } of store.all(closes, { after, to })) {
      // A close that amends another one stands in its place.
      if (earlierOp === 'close' && earlierId !== null) store.run(remove, { id: earlierId })
      const words = indexed(searchText(JSON.parse(json)))
      if (words !== '' && threadId !== null) store.run(insert, { id, place: placeOf(orbId, threadId), words })
    }
    store.run(advance, { to: String(to) })
    store.control('COMMIT')
  } catch (error) {
    if (store.inTransaction) store.control('ROLLBACK')
    throw error
  }
  return to < newest
}
