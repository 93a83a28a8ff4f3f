import type { EntryEvent } from '../../../shared/link/events.ts'
import type { Operation } from '../commit/operation.ts'
import type { EventBatch } from '../ledger.ts'
import { ensureThread, takePositions } from '../threads/threads.ts'
import { findEntry, insertEntry, updateEntry, type EntryRow } from './entry-rows.ts'
import type { LogItem, Place } from './log.ts'

/**
 * Gives the events of entries their positions, in order, and moves their entries on. One statement per thread takes
 * all positions at once, and only for the present generation; threads that are not `known` are made. Returns the places by number in the log.
 */
export function placeEntries(
  op: Operation,
  batch: EventBatch,
  items: readonly LogItem<EntryEvent>[],
  known: ReadonlySet<string>,
): ReadonlyMap<number, Place> {
  const next = firstPositions(op, batch, items, known)
  const rows = new Map<string, { readonly row: EntryRow; readonly isNew: boolean }>()
  const places = new Map<number, Place>()
  for (const item of items) {
    const { threadId, entryId } = item.event
    const position = next.get(threadId) ?? 0
    next.set(threadId, position + 1)
    // Ids hold no line break, so the pair is unambiguous.
    const key = threadId + '\n' + entryId
    const begun = rows.get(key)?.row ?? findEntry(op.store, threadId, entryId)
    if (begun === undefined) rows.set(key, { row: beginEntry(item, position), isNew: true })
    else if (!rows.has(key)) rows.set(key, { row: begun, isNew: false })
    places.set(item.id, { position, prev: begun?.lastLogId ?? null })
    if (begun !== undefined) advanceEntry(begun, item, position)
    touch(op, batch, item, position, begun?.position ?? position)
  }
  for (const { row, isNew } of rows.values()) (isNew ? insertEntry : updateEntry)(op.store, row)
  return places
}

function firstPositions(
  op: Operation,
  batch: EventBatch,
  items: readonly LogItem<EntryEvent>[],
  known: ReadonlySet<string>,
): Map<string, number> {
  const counts = new Map<string, { count: number; readonly at: number }>()
  for (const { event } of items) {
    const counted = counts.get(event.threadId)
    if (counted === undefined) counts.set(event.threadId, { count: 1, at: event.at })
    else counted.count += 1
  }
  const first = new Map<string, number>()
  for (const [threadId, { count, at }] of counts) {
    const { orbId, generation, receivedAt } = batch
    if (!known.has(threadId)) ensureThread(op, { threadId, orbId, at: receivedAt, createdAt: at })
    const head = takePositions(op.store, { threadId, orbId, generation, count, at: receivedAt })
    first.set(threadId, head - count + 1)
    op.touched.activeThreads.add(threadId)
  }
  return first
}

function beginEntry({ id, event, bytes }: LogItem<EntryEvent>, position: number): EntryRow {
  const { threadId, entryId, runId, kind, at } = event
  const closed = event.op === 'close' ? 1 : 0
  const first = { firstLogId: id, lastLogId: id, lastPosition: position }
  return { threadId, position, entryId, runId, kind, at, ...first, closed, bytes }
}

function advanceEntry(row: EntryRow, { id, event, bytes }: LogItem<EntryEvent>, position: number): void {
  row.lastLogId = id
  row.lastPosition = position
  // What comes after a close amends a final body and does not open the entry again.
  row.bytes = event.op === 'close' ? bytes : row.bytes + bytes
  if (event.op === 'close') row.closed = 1
}

function touch(
  op: Operation,
  batch: EventBatch,
  { event, bytes }: LogItem<EntryEvent>,
  position: number,
  entryPosition: number,
): void {
  const { entryId, runId, kind, at, body, threadId } = event
  const placed = { position, entryId, runId, kind, at, op: event.op, body }
  op.touched.entries.push({ orbId: batch.orbId, threadId, event: placed, entryPosition, bytes })
}
