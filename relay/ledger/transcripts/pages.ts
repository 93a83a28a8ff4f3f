import type { EntriesPage } from '../../../shared/http/api.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { ThreadTail } from '../ledger.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import { readEntries } from './read-entries.ts'

const thread = statement((slot: { threadId: string }) =>
  query
    .selectFrom('threads')
    .innerJoin('orbs', 'orbs.orb_id', 'threads.orb_id')
    .select(['threads.orb_id as orbId', 'head'])
    .where('thread_id', '=', slot.threadId)
    .where('removed_at', 'is', null),
)

const newestBefore = statement((slot: { threadId: string; before: number; limit: number }) =>
  query
    .selectFrom('entries')
    .select([
      'position',
      'entry_id as entryId',
      'run_id as runId',
      'kind',
      'at',
      'last_log_id as lastLogId',
      'last_position as lastPosition',
      'closed',
      'bytes',
    ])
    .where('thread_id', '=', slot.threadId)
    .where('position', '<', slot.before)
    .orderBy('position', 'desc')
    .limit(slot.limit),
)

/** The newest entries of a thread within both bounds, oldest first; at least one where there is any. */
export function threadTail(op: Operation, threadId: string, maxEntries: number, maxBytes: number): ThreadTail | null {
  const found = op.store.first(thread, { threadId })
  if (found === undefined) return null
  const rows = newest(op.store, threadId, Number.MAX_SAFE_INTEGER, maxEntries)
  let bytes = 0
  const fitting = rows.filter((row, index) => (bytes += row.bytes) <= maxBytes || index === 0)
  return { ...found, entries: readEntries(op.store, fitting.reverse()) }
}

/** A page of the entries that begin before a position, oldest first; null where the thread is not known. */
export function entriesBefore(op: Operation, threadId: string, before: number, limit: number): EntriesPage | null {
  const found = op.store.first(thread, { threadId })
  if (found === undefined) return null
  // One more than asked for tells whether there is anything older.
  const rows = newest(op.store, threadId, before, limit + 1)
  const reachedStart = rows.length <= limit
  const entries = readEntries(op.store, rows.slice(0, limit).reverse())
  return { threadId, epoch: op.epoch, head: found.head, reachedStart, entries }
}

function newest(store: Store, threadId: string, before: number, limit: number) {
  return store.all(newestBefore, { threadId, before, limit })
}
