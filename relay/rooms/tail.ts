import * as Y from 'yjs'
import { LIMITS } from '../../shared/limits.ts'
import type { OpenHeader } from '../../shared/rooms/content.ts'
import type { PlacedEvent } from '../../shared/transcripts/transcript.ts'
import type { ThreadTail } from '../ledger/ledger.ts'
import { advance, fromEvent, fromStored, type TailEntry } from './tail-entry.ts'

/**
 * The newest entries of a thread, bounded by LIMITS, as they stand in the room's Y.Array `tail`.
 *
 * Entries leave from the front. One that is still open stays although older than its neighbours that left, so that its
 * end is seen: it then stands before the gap that `firstPosition` tells of. Where even the open ones are over the
 * bound the oldest of them leaves as well. What comes for an entry that has left only moves `head`: the page has it.
 */
export class Tail {
  #entries: TailEntry[] = []
  readonly #byId = new Map<string, TailEntry>()
  #bytes = 0
  /** Nothing at or below this position is certain to be here. */
  #leftUpTo = 0
  /** The newest entry that left while it was open: its close brings it back, since nothing is missing in between. */
  #leftOpen: OpenHeader | null = null
  #head = 0

  /** Starts anew with what the ledger has. */
  load(tail: ThreadTail): void {
    this.#entries = tail.entries.map(fromStored)
    this.#byId.clear()
    for (const entry of this.#entries) this.#byId.set(entry.header.entryId, entry)
    this.#bytes = this.#entries.reduce((sum, entry) => sum + entry.bytes, 0)
    this.#head = tail.head
    this.#leftUpTo = (this.#entries[0]?.header.position ?? tail.head + 1) - 1
  }

  /** The position of the newest event that is counted. */
  get head(): number {
    return this.#head
  }

  /** From this position on the tail has every entry; an older one is open, or has just ended. */
  get firstPosition(): number {
    const first = this.#entries.find((entry) => entry.header.position > this.#leftUpTo)
    return first?.header.position ?? this.#leftUpTo + 1
  }

  /** Counts one event; repetitions change nothing. `entryPosition` is where the entry began. */
  apply(event: PlacedEvent, entryPosition: number): void {
    if (event.position <= this.#head) return
    this.#head = event.position
    const known = this.#byId.get(event.entryId)
    if (known !== undefined) {
      const before = known.bytes
      advance(known, event)
      this.#bytes += known.bytes - before
    } else if (entryPosition === event.position) this.#add(fromEvent(event))
    else if (event.op === 'close' && event.entryId === this.#leftOpen?.entryId) this.#bringBack(this.#leftOpen, event)
  }

  /**
   * Writes what is new into the array. `grown`: open entries got steps, and nothing else happened; `more`: something
   * waits for another write.
   */
  write(array: Y.Array<unknown>): 'grown' | 'changed' | 'more' {
    const length = this.#entries.length
    const left = this.#trim(array)
    let isChanged = this.#entries.length < length
    for (let index = 0; index < this.#entries.length; index++) {
      const entry = this.#entries[index]
      if (entry === undefined) break
      if (entry.written === 'absent' || entry.replace) isChanged = true
      if (entry.written === 'absent') index += this.#insertRun(array, index) - 1
      else if (entry.replace) {
        array.delete(index)
        insert(array, index, [entry])
      } else if (entry.unwritten.length > 0) pushSteps(array.get(index), entry)
    }
    return left === 'more' ? 'more' : isChanged ? 'changed' : 'grown'
  }

  #add(entry: TailEntry): void {
    this.#entries.push(entry)
    this.#byId.set(entry.header.entryId, entry)
    this.#bytes += entry.bytes
  }

  #bringBack(header: OpenHeader, event: PlacedEvent): void {
    const entry = fromEvent({ ...event, ...header })
    if (entry.flat !== null) entry.flat = { ...entry.flat, closedAt: event.position }
    this.#leftOpen = null
    this.#leftUpTo = header.position - 1
    const at = this.#entries.findIndex((other) => other.header.position > header.position)
    this.#entries.splice(at < 0 ? this.#entries.length : at, 0, entry)
    this.#byId.set(header.entryId, entry)
    this.#bytes += entry.bytes
  }

  /** Neighbouring closed entries go in as one insertion, which costs one item of the document. Returns how many. */
  #insertRun(array: Y.Array<unknown>, index: number): number {
    let end = index + 1
    while (this.#entries[end]?.written === 'absent') end++
    insert(array, index, this.#entries.slice(index, end))
    return end - index
  }

  #trim(array: Y.Array<unknown>): 'done' | 'more' {
    // An end that no viewer has seen is shown once before its entry leaves, as far as that is within bounds itself.
    const unseen = this.#entries.filter(isUnseenEnd)
    const keep = unseen.length > 0 && unseen.reduce((sum, entry) => sum + entry.bytes, 0) <= LIMITS.tailBytes
    while (this.#entries.length > LIMITS.tailEntries || this.#bytes > LIMITS.tailBytes) {
      const last = this.#entries.length - 1
      const victim = this.#entries.findIndex((entry, at) => at < last && !entry.open && !(keep && isUnseenEnd(entry)))
      if (victim < 0 && keep) return 'more'
      this.#remove(array, Math.max(victim, 0))
    }
    return 'done'
  }

  #remove(array: Y.Array<unknown>, index: number): void {
    const [entry] = this.#entries.splice(index, 1)
    if (entry === undefined) return
    this.#byId.delete(entry.header.entryId)
    this.#bytes -= entry.bytes
    if (entry.header.position > this.#leftUpTo) {
      this.#leftUpTo = entry.header.position
      this.#leftOpen = entry.open ? entry.header : null
    }
    // Those before it may not be written yet, so its place in the array is not its place here.
    const at = this.#entries.slice(0, index).filter((other) => other.written !== 'absent').length
    if (entry.written !== 'absent') array.delete(at)
  }
}

function insert(array: Y.Array<unknown>, index: number, entries: readonly TailEntry[]): void {
  array.insert(index, entries.map(valueOf))
  for (const entry of entries) {
    entry.written = entry.flat === null ? 'steps' : 'flat'
    entry.replace = false
    entry.unwritten = []
  }
}

function isUnseenEnd(entry: TailEntry): boolean {
  return entry.flat !== null && entry.replace && entry.written === 'steps'
}

function valueOf(entry: TailEntry): unknown {
  return entry.flat ?? Y.Array.from<object>([entry.header, ...entry.unwritten])
}

function pushSteps(list: unknown, entry: TailEntry): void {
  if (!(list instanceof Y.Array)) throw new TypeError('An open entry is no list of steps')
  list.push(entry.unwritten)
  entry.unwritten = []
}
