import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { RawEvent } from '../ledger.ts'
import { statement } from '../store/statement.ts'

/** Where in the log the newest entry that begins at or before a position begins: nothing after the position stands earlier. */
const startInLog = statement((slot: { threadId: string; after: number }) =>
  query
    .selectFrom('entries')
    .select('first_log_id as id')
    .where('thread_id', '=', slot.threadId)
    .where('position', '<=', slot.after)
    .orderBy('position', 'desc')
    .limit(1),
)

const fromLog = statement((slot: { threadId: string; after: number; from: number; limit: number }) =>
  query
    .selectFrom('events')
    .select(['position', 'stream', 'seq', 'json'])
    .where('id', '>=', slot.from)
    .where('thread_id', '=', slot.threadId)
    .where('position', '>', slot.after)
    .orderBy('id')
    .limit(slot.limit),
)

/**
 * The events of a thread after a position, as they came. Reads along the log past other threads' events:
 * for tests, export and refilling, not for showing a page.
 */
export function rawEvents(op: Operation, threadId: string, after: number, limit: number): RawEvent[] {
  const from = op.store.first(startInLog, { threadId, after })?.id ?? 0
  return op.store
    .all(fromLog, { threadId, after, from, limit })
    .map(({ position, ...event }) => ({ position: position ?? 0, ...event }))
}
