import { createSignal, onCleanup, type Accessor } from 'solid-js'
import { createStore, produce, reconcile, unwrap } from 'solid-js/store'
import * as Y from 'yjs'
import { EntriesPage } from '../../shared/http/api.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { RoomMeta } from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { api } from '../platform/api.ts'
import { bindMeta } from '../rooms/bind-meta.ts'
import { followProjection } from '../rooms/projection.ts'
import type { RoomStatus } from '../rooms/room-status.ts'
import { loadSnapshot, saveSnapshot } from '../rooms/snapshots.ts'
import { foldMore, readEntry } from './entry-reading.ts'

/** An entry in the store: the object stays while its content grows, so that its element on screen stays too. */
type LiveEntry = { -readonly [K in keyof Entry]: Entry[K] }

/** How far up the transcript is known. */
export type Older = 'more' | 'loading' | 'failed' | 'start'

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
}

const SNAPSHOT_MS = 3_000

/** Follows a thread until the owner is disposed of. */
export function createThreadStore(epoch: string, threadId: string): ThreadStore {
  const room = roomName('thread', threadId)
  const [store, setStore] = createStore<{ entries: LiveEntry[] }>({ entries: [] })
  const [meta, setMeta] = createSignal<RoomMeta | null>(null)
  const [status, setStatus] = createSignal<RoomStatus>({ state: 'catching-up' })
  const [known, setKnown] = createSignal(false)
  const [older, setOlder] = createSignal<Older>('more')
  let live = false
  /** The thread's head when the last document was left: a new tail that begins above it leaves a gap. */
  let lastHead = 0
  let saving: ReturnType<typeof setTimeout> | undefined

  void loadSnapshot<Entry[]>(epoch, room).then((snapshot) => {
    if (live || snapshot === null) return
    setStore('entries', snapshot.data)
    setKnown(true)
  })

  function attach(doc: Y.Doc): () => void {
    const tail = doc.getArray<unknown>('tail')
    const fresh = readAll(tail)
    const firstPosition = fresh[0]?.position ?? 0
    const keep =
      live && firstPosition <= lastHead + 1 ? store.entries.filter((entry) => entry.position < firstPosition) : []
    // An entry that was open and has left the tail may have been closed meanwhile: only the relay knows.
    const stale = keep.findIndex((entry) => entry.open)
    const kept = stale < 0 ? keep : []
    live = true
    setStore('entries', reconcile([...kept, ...fresh], { key: 'entryId' }))
    setKnown(true)
    const stopMeta = bindMeta(doc, (next) => {
      setMeta(next)
      lastHead = next?.head ?? lastHead
      if (next !== null && kept.length === 0 && (next.firstPosition ?? 0) <= 1) setOlder('start')
      else if (kept.length === 0) setOlder((now) => (now === 'start' ? 'more' : now))
    })
    const observer = (events: Y.YEvent<Y.AbstractType<unknown>>[]): void => {
      setStore(
        produce((draft) => {
          for (const event of events)
            event.target === tail ? takeItems(draft.entries, event) : takeSteps(draft.entries, event)
        }),
      )
      save()
    }
    tail.observeDeep(observer as Parameters<typeof tail.observeDeep>[0])
    save()
    return () => {
      stopMeta()
      tail.unobserveDeep(observer as Parameters<typeof tail.observeDeep>[0])
    }
  }

  const stop = followProjection(room, { status: setStatus, attach })

  async function loadOlder(): Promise<void> {
    const first = store.entries[0]
    if (first === undefined || older() === 'loading' || older() === 'start') return
    setOlder('loading')
    try {
      const path = `/api/threads/${threadId}/entries?before=${first.position}&limit=${LIMITS.pageEntries}`
      const page = EntriesPage.parse((await api('GET', path)).body)
      const read = page.entries.map(readEntry).filter((entry) => entry !== null)
      setStore(
        produce((draft) => {
          const oldest = draft.entries[0]?.position ?? Infinity
          draft.entries.unshift(...read.filter((entry) => entry.position < oldest))
        }),
      )
      setOlder(page.reachedStart ? 'start' : 'more')
    } catch {
      setOlder('failed')
    }
  }

  function save(): void {
    saving ??= setTimeout(() => {
      saving = undefined
      const newest = unwrap(store.entries).slice(-LIMITS.tailEntries)
      void saveSnapshot(epoch, room, { asOf: meta()?.asOf ?? Date.now(), data: structuredClone(newest) })
    }, SNAPSHOT_MS)
  }

  onCleanup(() => {
    clearTimeout(saving)
    stop()
  })
  return {
    get entries() {
      return store.entries
    },
    meta,
    status,
    known,
    older,
    loadOlder,
  }
}

function readAll(tail: Y.Array<unknown>): Entry[] {
  return tail
    .toArray()
    .map(readEntry)
    .filter((entry) => entry !== null)
}

/** Items that came into the tail. What left it stays on screen: it is older now, and as it was. */
function takeItems(entries: LiveEntry[], event: Y.YEvent<Y.AbstractType<unknown>>): void {
  for (const change of event.changes.delta) {
    if (!Array.isArray(change.insert)) continue
    for (const value of change.insert) {
      const entry = readEntry(value)
      if (entry !== null) upsert(entries, entry)
    }
  }
}

/** Steps that an open entry got. */
function takeSteps(entries: LiveEntry[], event: Y.YEvent<Y.AbstractType<unknown>>): void {
  const target = event.target
  if (!(target instanceof Y.Array)) return
  const header: unknown = target.get(0)
  const entryId = typeof header === 'object' && header !== null && 'entryId' in header ? header.entryId : null
  const at = entries.findLastIndex((entry) => entry.entryId === entryId)
  const entry = entries[at]
  if (entry === undefined) return
  const inserted = event.changes.delta.flatMap((change) =>
    Array.isArray(change.insert) ? (change.insert as unknown[]) : [],
  )
  entry.body = foldMore(unwrap(entry).body, inserted)
}

function upsert(entries: LiveEntry[], entry: Entry): void {
  const known = entries.findLastIndex((other) => other.entryId === entry.entryId)
  const mine = entries[known]
  if (mine !== undefined) {
    mine.open = entry.open
    mine.body = entry.body
    return
  }
  let at = entries.length
  while (at > 0 && (entries[at - 1]?.position ?? 0) > entry.position) at -= 1
  entries.splice(at, 0, entry)
}
