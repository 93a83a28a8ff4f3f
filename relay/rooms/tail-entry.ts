import type { ClosedEntry, EntryStep, OpenHeader } from '../../shared/rooms/content.ts'
import type { StoredEntry } from '../ledger/ledger.ts'
import type { PlacedEvent } from '../../shared/transcripts/transcript.ts'
import { mergeAppends } from './merge-appends.ts'
import { roomBytes } from './json-size.ts'

/** An entry of a tail before it is written into the document, and what of it is not written yet. */
export interface TailEntry {
  readonly header: OpenHeader
  /** The whole value of a closed entry that nothing amended; null: the entry is a list of steps. */
  flat: ClosedEntry | null
  /** No close so far. */
  open: boolean
  bytes: number
  /** Steps that the document has not. */
  unwritten: EntryStep[]
  /** How the entry stands in the document. */
  written: 'absent' | 'flat' | 'steps'
  /** What the document has must give way to the whole of this. */
  replace: boolean
}

/** An entry as the ledger stores it. */
export function fromStored(stored: StoredEntry): TailEntry {
  if (!('header' in stored)) return flatEntry(stored)
  const entry = emptyEntry(stored.header)
  entry.open = !stored.steps.some((step) => step.op === 'close')
  for (const step of stored.steps) addStep(entry, step)
  return entry
}

/** A new entry, by its first event. */
export function fromEvent(event: PlacedEvent): TailEntry {
  if (event.op === 'close') return flatEntry(closedBy(headerOf(event), event))
  const entry = emptyEntry(headerOf(event))
  addStep(entry, event)
  return entry
}

/** Applies a later event of the same entry. */
export function advance(entry: TailEntry, event: PlacedEvent): void {
  if (event.op === 'close') {
    const { written } = entry
    Object.assign(entry, flatEntry(closedBy(entry.header, event)), { written, replace: written !== 'absent' })
    return
  }
  if (entry.flat !== null) {
    const { body } = entry.flat
    entry.flat = null
    entry.replace = entry.written !== 'absent'
    entry.bytes = roomBytes(entry.header) ?? 0
    addStep(entry, { op: 'close', body })
  }
  addStep(entry, event)
}

function emptyEntry(header: OpenHeader): TailEntry {
  const bytes = roomBytes(header) ?? 0
  return { header, flat: null, open: true, bytes, unwritten: [], written: 'absent', replace: false }
}

function flatEntry(flat: ClosedEntry): TailEntry {
  const { position, entryId, runId, kind, at } = flat
  const shown = roomBytes(flat) === null ? { ...flat, body: null } : flat
  return {
    header: { position, entryId, runId, kind, at },
    flat: shown,
    open: false,
    bytes: roomBytes(shown) ?? 0,
    unwritten: [],
    written: 'absent',
    replace: false,
  }
}

function addStep(entry: TailEntry, { op, body }: EntryStep): void {
  const shown = roomBytes(body) === null ? null : body
  const step: EntryStep = { op, body: shown }
  entry.bytes += roomBytes(step) ?? 0
  const last = entry.unwritten.at(-1)
  const merged = last === undefined ? null : mergeAppends(last, step)
  if (merged === null) entry.unwritten.push(step)
  else entry.unwritten[entry.unwritten.length - 1] = merged
}

function headerOf(event: PlacedEvent): OpenHeader {
  const { position, entryId, runId, kind, at } = event
  return { position, entryId, runId, kind, at }
}

function closedBy(header: OpenHeader, event: PlacedEvent): ClosedEntry {
  return { ...header, closedAt: event.position, body: event.body }
}
