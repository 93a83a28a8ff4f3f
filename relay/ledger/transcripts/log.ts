import type { EntryEvent, ReportEvent, StreamEvent } from '../../../shared/link/events.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

/** An event on its way into the log, with its number there. */
export interface LogItem<E extends StreamEvent = StreamEvent> {
  readonly id: number
  readonly event: E
  /** The event as it came, unknown fields included, and the size of that in UTF-8 bytes. */
  readonly json: string
  readonly bytes: number
}

/** Where an entry's event stands: its position in the thread, and the entry's event before it. */
export interface Place {
  readonly position: number
  readonly prev: number | null
}

const newest = statement((_: object) => query.selectFrom('events').select(({ fn }) => fn.max('id').as('id')))

const insert = statement(
  (slot: {
    id: number
    orbId: string
    stream: string
    seq: number
    threadId: string | null
    position: number | null
    entryId: string | null
    op: EntryEvent['op'] | null
    kind: string
    at: number
    bytes: number
    prev: number | null
    json: string
  }) =>
    query.insertInto('events').values({
      id: slot.id,
      orb_id: slot.orbId,
      stream: slot.stream,
      seq: slot.seq,
      thread_id: slot.threadId,
      position: slot.position,
      entry_id: slot.entryId,
      op: slot.op,
      kind: slot.kind,
      at: slot.at,
      bytes: slot.bytes,
      prev: slot.prev,
      json: slot.json,
    }),
)

/** The number of the newest event in the log; 0 for an empty one. */
export function newestLogId(store: Store): number {
  return store.first(newest, {})?.id ?? 0
}

/** Gives events their numbers in the log. Nothing is written yet. */
export function numberEvents(store: Store, events: readonly StreamEvent[]): LogItem[] {
  const first = newestLogId(store) + 1
  return events.map((event, index) => {
    const json = JSON.stringify(event)
    return { id: first + index, event, json, bytes: Buffer.byteLength(json) }
  })
}

/** Writes numbered events to the log; `places` holds where entries' events stand, by their number. */
export function writeLog(
  store: Store,
  from: { readonly orbId: string; readonly stream: string },
  items: readonly LogItem[],
  places: ReadonlyMap<number, Place>,
): void {
  for (const { id, event, json, bytes } of items) {
    const { seq, at } = event
    const { orbId, stream } = from
    const { position, prev } = places.get(id) ?? { position: null, prev: null }
    const about = event.type === 'entry' ? aboutEntry(event) : aboutReport(event)
    store.run(insert, { id, orbId, stream, seq, at, bytes, json, position, prev, ...about })
  }
}

function aboutEntry(event: EntryEvent): About {
  return { threadId: event.threadId, entryId: event.entryId, op: event.op, kind: event.kind }
}

function aboutReport(event: ReportEvent): About {
  const threadId = event.report['threadId']
  return { threadId: typeof threadId === 'string' ? threadId : null, entryId: null, op: null, kind: event.report.name }
}

interface About {
  threadId: string | null
  entryId: string | null
  op: EntryEvent['op'] | null
  kind: string
}
