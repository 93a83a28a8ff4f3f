import { batch, createSignal, onCleanup, untrack, type Accessor } from 'solid-js'
import type * as Y from 'yjs'
import { EntriesPage } from '../../shared/http/api.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { RoomMeta } from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { api } from '../platform/api.ts'
import { bindMeta } from '../rooms/bind-meta.ts'
import { followProjection } from '../rooms/projection.ts'
import type { RoomStatus } from '../rooms/room-status.ts'
import { createSnapshotSaver } from '../rooms/snapshot-saver.ts'
import { loadSnapshot, metaOfSnapshot } from '../rooms/snapshots.ts'
import { joinTail } from './entry-list.ts'
import { readEntry } from './entry-reading.ts'
import { liveEntries, liveEntry, plainEntry, type LiveEntry } from './live-entry.ts'
import { pageAfter } from './page-after.ts'
import { createRereading } from './rereading.ts'
import { measureTail, readTail, tailIds, tailOf, takeItems, takeSteps } from './tail-reading.ts'

/** How far up the transcript is known. */
export type Older = 'more' | 'loading' | 'failed' | 'start'

/** How far down: `end` where the list reaches the newest entry and follows it. */
export type Newer = 'more' | 'loading' | 'failed' | 'end'

/** A thread's transcript, followed: the live tail, and older pages as far as somebody scrolled. */
export interface ThreadStore {
  /** By rising position, without holes from the first one to the head. */
  readonly entries: readonly Entry[]
  readonly meta: Accessor<RoomMeta | null>
  readonly status: Accessor<RoomStatus>
  readonly known: Accessor<boolean>
  readonly older: Accessor<Older>
  /** Fetches the next older page. Failing is shown by `older`, and may be tried again. */
  loadOlder(): Promise<void>
  readonly newer: Accessor<Newer>
  /** After {@link seek}: fetches the next newer page, until the list meets the live tail and follows it again. */
  loadNewer(): Promise<void>
  /**
   * Brings the entry that a position belongs to into the list: where it is far from what is known, the list becomes
   * the entries around it. Gives its id; null where it could not be had, and then nothing changed.
   */
  seek(position: number): Promise<string | null>
  /** Leaves what was sought, and follows the end. */
  returnToEnd(): void
  /** Whether the reader is at the end: then what is far above is let go, and fetched again when it is asked for. */
  readingEnd(isAtEnd: boolean): void
}

/** While the end is followed: from this many entries on, all but so many of the newest are let go. */
const MOST_ENTRIES = 4 * LIMITS.tailEntries
const LEFT_ENTRIES = 2 * LIMITS.tailEntries

/** Follows a thread until the owner is disposed of. */
export function createThreadStore(epoch: string, threadId: string): ThreadStore {
  const room = roomName('thread', threadId)
  const [entries, setEntries] = createSignal<readonly LiveEntry[]>([])
  const [meta, setMeta] = createSignal<RoomMeta | null>(null)
  const [status, setStatus] = createSignal<RoomStatus>({ state: 'catching-up' })
  const [known, setKnown] = createSignal(false)
  const [older, setOlder] = createSignal<Older>('more')
  /** The document on screen; null while what is shown comes from this device's storage. */
  let shown: Y.Doc | null = null
  /** Up to this position the list has every entry that the thread had. */
  let reach = 0
  let isAtEnd = true
  const [newer, setNewer] = createSignal<Newer>('end')
  const isAway = (): boolean => newer() !== 'end'
  const saver = createSnapshotSaver(epoch, room, meta, newest)
  const list = (): readonly LiveEntry[] => untrack(entries)
  const rereading = createRereading({
    list,
    followed: () => (shown === null ? new Set() : tailIds(shown)),
    page,
    apply,
  })

  void loadSnapshot<Entry[]>(epoch, room).then((snapshot) => {
    if (shown !== null || snapshot === null) return
    setEntries(snapshot.data.map(liveEntry))
    setMeta(metaOfSnapshot(epoch, snapshot))
    setKnown(true)
  })

  function attach(doc: Y.Doc): () => void {
    takeWhole(doc)
    setKnown(true)
    const stopMeta = bindMeta(doc, (next) => {
      setMeta(next)
      rereading.threadMoved()
    })
    const tail = tailOf(doc)
    const observer = (events: Y.YEvent<Y.AbstractType<unknown>>[]): void => {
      take(doc, events)
      saver.changed()
    }
    tail.observeDeep(observer as Parameters<typeof tail.observeDeep>[0])
    saver.changed()
    return () => {
      stopMeta()
      tail.unobserveDeep(observer as Parameters<typeof tail.observeDeep>[0])
    }
  }

  /** A document that is new, or that has moved on by more than it can hold. */
  function takeWhole(doc: Y.Doc): void {
    const tail = readTail(doc)
    const before = shown === null ? [] : list()
    shown = doc
    // What somebody went to far up stays; the tail is met again when he comes down.
    if (isAway()) return
    const joined = joinTail(before, reach, tail.entries, tail.firstPosition)
    reach = tail.reach
    batch(() => setEntries(liveEntries(joined, list())))
    settleOlder()
    rereading.tailChanged()
  }

  function take(doc: Y.Doc, events: Y.YEvent<Y.AbstractType<unknown>>[]): void {
    if (isAway()) return
    const tail = tailOf(doc)
    const isStructural = events.some((event) => event.target === tail)
    if (!isStructural) return grow(events)
    const { firstPosition, reach: next } = measureTail(doc)
    if (firstPosition > reach + 1) return takeWhole(doc)
    reach = next
    const after = [...list()]
    batch(() => {
      for (const event of events) {
        if (event.target === tail) takeItems(after, event, firstPosition)
        else takeSteps(after, event)
      }
      setEntries(isAtEnd && after.length > MOST_ENTRIES ? after.slice(-LEFT_ENTRIES) : after)
    })
    settleOlder()
    rereading.tailChanged()
  }

  function grow(events: Y.YEvent<Y.AbstractType<unknown>>[]): void {
    batch(() => {
      for (const event of events) takeSteps(list(), event)
    })
  }

  const stop = followProjection(room, {
    status: (now) => {
      setStatus(now)
      saver.status(now)
    },
    attach,
  })

  /** Positions of a thread begin at 1, and its first event begins its first entry. */
  function settleOlder(): void {
    const first = list()[0]?.position ?? 1
    setOlder((now) => (first <= 1 ? 'start' : now === 'start' ? 'more' : now))
  }

  async function page(before: number): Promise<Entry[]> {
    const path = `/api/threads/${threadId}/entries?before=${before}&limit=${LIMITS.pageEntries}`
    const answer = EntriesPage.parse((await api('GET', path)).body)
    if (answer.epoch !== epoch) throw new TypeError('The relay has another ledger now')
    return answer.entries.map(readEntry).filter((entry) => entry !== null)
  }

  async function seek(position: number): Promise<string | null> {
    const first = list()[0]
    if (first !== undefined && first.position <= position) return ownerOf(position)
    try {
      const around = await page(position + 1)
      if (around.length === 0) return null
      setNewer('more')
      setEntries(liveEntries(around, list()))
      settleOlder()
      await loadNewer()
      return ownerOf(position)
    } catch {
      return null
    }
  }

  /** An entry begins at its position and may have grown by steps of later ones. */
  function ownerOf(position: number): string | null {
    return list().findLast((entry) => entry.position <= position)?.entryId ?? null
  }

  async function loadNewer(): Promise<void> {
    const last = list().at(-1)
    if (last === undefined || newer() === 'end' || newer() === 'loading') return
    setNewer('loading')
    try {
      const read = await pageAfter(last.position, page, () => meta()?.head ?? Infinity)
      if (list().at(-1)?.entryId !== last.entryId) return void setNewer('more')
      setEntries([...list(), ...read.map(liveEntry)])
      const end = list().at(-1)?.position ?? 0
      if (read.length > 0 && (shown === null || end + 1 < measureTail(shown).firstPosition))
        return void setNewer('more')
      reach = end
      setNewer('end')
      if (shown !== null) takeWhole(shown)
    } catch {
      setNewer('failed')
    }
  }

  function returnToEnd(): void {
    if (newer() === 'end') return
    setNewer('end')
    reach = 0
    setEntries([])
    if (shown !== null) takeWhole(shown)
  }

  async function loadOlder(): Promise<void> {
    const first = list()[0]
    if (first === undefined || older() === 'loading' || older() === 'start') return
    setOlder('loading')
    try {
      const read = await page(first.position)
      // The list may have begun anew meanwhile: then this page is not what stands before it.
      if (list()[0]?.entryId !== first.entryId) return void setOlder('more')
      const tail = new Map(shown === null ? [] : readTail(shown).entries.map((entry) => [entry.entryId, entry]))
      // What is still open in the tail is newer there.
      setEntries([...read.map((entry) => liveEntry(tail.get(entry.entryId) ?? entry)), ...list()])
      setOlder(read.length === 0 ? 'start' : 'more')
      settleOlder()
      rereading.tailChanged()
    } catch {
      setOlder('failed')
    }
  }

  /** Brings entries up to date that have left the tail. */
  function apply(fresh: readonly Entry[]): void {
    const byId = new Map(fresh.map((entry) => [entry.entryId, entry]))
    batch(() => {
      for (const entry of list()) {
        const now = byId.get(entry.entryId)
        if (now !== undefined) entry.update(now)
      }
    })
  }

  /** The tail: what is on screen, or what one press goes back to. */
  function newest(): readonly Entry[] | null {
    if (shown === null) return null
    if (isAway()) return readTail(shown).entries
    const { firstPosition } = measureTail(shown)
    return list()
      .filter((entry) => entry.position >= firstPosition)
      .map(plainEntry)
  }

  onCleanup(() => {
    rereading.stop()
    stop()
  })
  return {
    get entries() {
      return entries()
    },
    meta,
    status,
    known,
    older,
    loadOlder,
    newer,
    loadNewer,
    seek,
    returnToEnd,
    readingEnd(atEnd) {
      isAtEnd = atEnd
    },
  }
}
