import { untrack } from 'solid-js'
import * as Y from 'yjs'
import { OpenHeader, RoomMeta } from '../../shared/rooms/content.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { foldMore, readEntry } from './entry-reading.ts'
import { upsert } from './entry-list.ts'
import type { LiveEntry } from './live-entry.ts'

/** A thread's room as its document says it. */
export interface TailReading {
  readonly entries: readonly Entry[]
  /** From here on it has every entry. */
  readonly firstPosition: number
  /** Up to here it has every entry, at least. */
  readonly reach: number
}

/** Reads the whole tail. */
export function readTail(doc: Y.Doc): TailReading {
  const entries = tailOf(doc)
    .toArray()
    .map(readEntry)
    .filter((entry) => entry !== null)
  return { ...measureTail(doc), entries }
}

/** How far the tail reaches, without reading what it says. */
export function measureTail(doc: Y.Doc): Omit<TailReading, 'entries'> {
  const tail = tailOf(doc)
  const meta = RoomMeta.safeParse(doc.getMap('meta').toJSON())
  const known: Partial<RoomMeta> = meta.success ? meta.data : {}
  const positionAt = (index: number): number | undefined =>
    tail.length === 0 ? undefined : headerOf(tail.get(index))?.position
  return {
    firstPosition: known.firstPosition ?? positionAt(0) ?? 1,
    reach: Math.max(known.head ?? 0, positionAt(tail.length - 1) ?? 0),
  }
}

/** The ids of the entries that the tail holds. */
export function tailIds(doc: Y.Doc): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const value of tailOf(doc).toArray()) {
    const header = headerOf(value)
    if (header !== null) ids.add(header.entryId)
  }
  return ids
}

function headerOf(value: unknown): OpenHeader | null {
  const parsed = OpenHeader.safeParse(value instanceof Y.Array ? value.get(0) : value)
  return parsed.success ? parsed.data : null
}

/** The Y.Array that holds the tail. */
export function tailOf(doc: Y.Doc): Y.Array<unknown> {
  return doc.getArray<unknown>('tail')
}

/**
 * Items that came into the tail. What left it stays in the list: it is older now. An item before `firstPosition` is an
 * older entry that has ended: it only brings up to date what is there.
 */
export function takeItems(entries: LiveEntry[], event: Y.YEvent<Y.AbstractType<unknown>>, firstPosition: number): void {
  for (const change of event.changes.delta) {
    if (!Array.isArray(change.insert)) continue
    for (const value of change.insert) {
      const entry = readEntry(value)
      if (entry === null) continue
      if (entry.position >= firstPosition || isThere(entries, entry)) upsert(entries, entry)
    }
  }
}

function isThere(entries: readonly LiveEntry[], { entryId, position }: Entry): boolean {
  return (entries[0]?.position ?? Infinity) <= position && entries.some((entry) => entry.entryId === entryId)
}

/** Steps that an open entry got. */
export function takeSteps(entries: readonly LiveEntry[], event: Y.YEvent<Y.AbstractType<unknown>>): void {
  const target = event.target
  if (!(target instanceof Y.Array)) return
  const header = headerOf(target)
  const entry = entries.findLast((one) => one.entryId === header?.entryId)
  if (entry === undefined) return
  const inserted = event.changes.delta.flatMap((change) =>
    Array.isArray(change.insert) ? (change.insert as unknown[]) : [],
  )
  untrack(() => entry.update({ open: entry.open, body: foldMore(entry.body, inserted) }))
}
