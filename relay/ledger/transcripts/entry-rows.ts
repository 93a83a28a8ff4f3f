import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

/** An entry as its row tells it, while a batch moves it on. */
export interface EntryRow {
  readonly threadId: string
  readonly position: number
  readonly entryId: string
  readonly runId: string | null
  readonly kind: string
  readonly at: number
  readonly firstLogId: number
  lastLogId: number
  lastPosition: number
  closed: number
  bytes: number
}

const find = statement((slot: { threadId: string; entryId: string }) =>
  query
    .selectFrom('entries')
    .select([
      'thread_id as threadId',
      'position',
      'entry_id as entryId',
      'run_id as runId',
      'kind',
      'at',
      'first_log_id as firstLogId',
      'last_log_id as lastLogId',
      'last_position as lastPosition',
      'closed',
      'bytes',
    ])
    .where('thread_id', '=', slot.threadId)
    .where('entry_id', '=', slot.entryId),
)

const insert = statement((slot: EntryRow) =>
  query.insertInto('entries').values({
    thread_id: slot.threadId,
    position: slot.position,
    entry_id: slot.entryId,
    run_id: slot.runId,
    kind: slot.kind,
    at: slot.at,
    first_log_id: slot.firstLogId,
    last_log_id: slot.lastLogId,
    last_position: slot.lastPosition,
    closed: slot.closed,
    bytes: slot.bytes,
  }),
)

const update = statement((slot: EntryRow) =>
  query
    .updateTable('entries')
    .set({ last_log_id: slot.lastLogId, last_position: slot.lastPosition, closed: slot.closed, bytes: slot.bytes })
    .where('thread_id', '=', slot.threadId)
    .where('position', '=', slot.position),
)

/** The entry of that id in a thread, or undefined. */
export function findEntry(store: Store, threadId: string, entryId: string): EntryRow | undefined {
  return store.first(find, { threadId, entryId })
}

/** Writes an entry that had no row before. */
export function insertEntry(store: Store, row: EntryRow): void {
  store.run(insert, row)
}

/** Writes how far an entry has come. */
export function updateEntry(store: Store, row: EntryRow): void {
  store.run(update, row)
}
