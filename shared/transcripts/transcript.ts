import { foldStep, type BodyStep } from './fold.ts'

/** What is known of an entry without looking into its body. `position` is that of its first event and never changes. */
export interface EntryHeader {
  readonly position: number
  readonly entryId: string
  readonly runId: string | null
  readonly kind: string
  /** The runner's clock when the entry began. */
  readonly at: number
}

/** An entry as a reader sees it. An open one still grows. */
export interface Entry extends EntryHeader {
  readonly open: boolean
  readonly body: unknown
}

/** An event with its place in the thread, as readers know it. */
export interface PlacedEvent {
  readonly position: number
  readonly entryId: string
  readonly runId: string | null
  readonly kind: string
  readonly at: number
  readonly op: BodyStep['op']
  readonly body: unknown
}

/** A transcript built from events: everything up to and including position `head`. */
export interface Transcript {
  readonly head: number
  readonly entries: readonly Entry[]
}

/** The transcript before any event. */
export const EMPTY_TRANSCRIPT: Transcript = { head: 0, entries: [] }

/**
 * The transcript after a batch. Pure. Events at or below `head` are repetitions and change nothing, so any split of a
 * stream into batches, with any repeats, ends in the same transcript. A hole in the positions is the caller's to prevent.
 */
export function reduceTranscript(before: Transcript, batch: readonly PlacedEvent[]): Transcript {
  let head = before.head
  const entries = [...before.entries]
  const index = new Map(entries.map((entry, at) => [entry.entryId, at]))
  for (const event of batch) {
    if (event.position <= head) continue
    head = event.position
    const at = index.get(event.entryId)
    if (at === undefined) {
      index.set(event.entryId, entries.length)
      entries.push(openEntry(event))
      continue
    }
    const entry = entries[at]
    if (entry !== undefined) entries[at] = advance(entry, event)
  }
  return head === before.head ? before : { head, entries }
}

function openEntry(event: PlacedEvent): Entry {
  const { position, entryId, runId, kind, at } = event
  return { position, entryId, runId, kind, at, open: event.op !== 'close', body: foldStep(undefined, event) }
}

function advance(entry: Entry, event: PlacedEvent): Entry {
  // What comes after a close, other than a new close, amends a final body and does not open it again.
  return { ...entry, open: entry.open && event.op !== 'close', body: foldStep(entry.body, event) }
}
