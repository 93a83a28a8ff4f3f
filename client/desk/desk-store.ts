import { generateKeyBetween } from 'fractional-indexing'
import { createSignal, onCleanup, type Accessor } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import { draftOf, putQueueItem, queueOf, queueTextOf, readQueue, type QueueItem } from '../../shared/desk/desk.ts'
import { newId } from '../../shared/ids.ts'
import type { QueueReceipt } from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import type { RoomStatus } from '../rooms/room-status.ts'
import { syncDesk } from './desk-sync.ts'
import { cameTooLate, forgetEdit, rememberEdit, rememberedEdits, type LateEdit } from './late-edits.ts'
import { editText } from './text-edit.ts'

/** What people of one orb share while they work: drafts and the queue. */
export interface DeskStore {
  readonly queue: readonly QueueItem[]
  readonly status: Accessor<RoomStatus>
  /** True when the relay has committed everything that this device wrote. */
  readonly kept: Accessor<boolean>
  /** Edits of this device that came too late: the item was taken with another text. */
  readonly tooLate: Accessor<readonly LateEdit[]>
  draft(threadId: string): Accessor<string>
  setDraft(threadId: string, text: string): void
  enqueue(item: { itemId: string; threadId: string; text: string }): void
  edit(itemId: string, text: string): void
  remove(itemId: string): void
  /** Puts an item between two others; null: at that end. */
  move(itemId: string, after: string | null, before: string | null): void
  setReady(itemId: string, ready: boolean): void
  /** Tells what the relay took: such items leave the queue, and a differing edit of ours is said. */
  taken(receipts: readonly QueueReceipt[]): Promise<void>
  dismiss(itemId: string): void
}

/** Opens the desk of an orb, from this device's storage and from the relay, until the owner is disposed of. */
export function createDeskStore(epoch: string, deviceId: string, orbId: string): DeskStore {
  const doc = new Y.Doc()
  // A desk belongs to one device and one ledger: under another identity its client ids would be somebody else's.
  const stored = new IndexeddbPersistence(['perigee-desk', epoch, deviceId, orbId].join('/'), doc)
  const [queue, setQueue] = createStore<QueueItem[]>([])
  const [status, setStatus] = createSignal<RoomStatus>({ state: 'catching-up' })
  const [kept, setKept] = createSignal(false)
  const [tooLate, setTooLate] = createSignal<readonly LateEdit[]>([])
  let sync: ReturnType<typeof syncDesk> | null = null
  let ended = false

  const refresh = (): void => setQueue(reconcile(readQueue(doc), { key: 'itemId' }))
  queueOf(doc).observeDeep(refresh)
  // The relay asks for what it lacks when the connection opens, so what is stored here must be there first.
  void stored.whenSynced.then(() => {
    refresh()
    if (!ended) sync = syncDesk(roomName('desk', orbId), doc, { status: setStatus, kept: setKept })
  })
  onCleanup(() => {
    ended = true
    sync?.close()
    void stored.destroy().then(() => doc.destroy())
  })

  function item(itemId: string): QueueItem | undefined {
    return readQueue(doc).find((one) => one.itemId === itemId)
  }

  function update(itemId: string, change: (map: Y.Map<unknown>) => void): void {
    const map = queueOf(doc).get(itemId)
    if (map instanceof Y.Map) doc.transact(() => change(map))
  }

  return {
    queue,
    status,
    kept,
    tooLate,
    draft(threadId) {
      const text = draftOf(doc, threadId)
      const [value, setValue] = createSignal(text.toString())
      const read = (): void => void setValue(text.toString())
      text.observe(read)
      onCleanup(() => text.unobserve(read))
      return value
    },
    setDraft: (threadId, text) => editText(draftOf(doc, threadId), text),
    enqueue({ itemId, threadId, text }) {
      const last = readQueue(doc).at(-1)?.order ?? null
      putQueueItem(doc, { itemId, threadId, text, order: keyBetween(last, null), ready: true, at: Date.now() })
      void rememberEdit({ itemId, threadId, text })
    },
    edit(itemId, text) {
      const shared = queueTextOf(doc, itemId)
      const known = item(itemId)
      if (shared === null || known === undefined) return
      editText(shared, text)
      void rememberEdit({ itemId, threadId: known.threadId, text })
    },
    remove(itemId) {
      doc.transact(() => queueOf(doc).delete(itemId))
      void forgetEdit(itemId)
    },
    move(itemId, after, before) {
      const low = after === null ? null : (item(after)?.order ?? null)
      const high = before === null ? null : (item(before)?.order ?? null)
      update(itemId, (map) => map.set('order', keyBetween(low, high)))
    },
    setReady: (itemId, ready) => update(itemId, (map) => map.set('ready', ready)),
    async taken(receipts) {
      const edits = await rememberedEdits()
      for (const receipt of receipts) {
        const edit = edits.find((one) => one.itemId === receipt.itemId)
        if (queueOf(doc).has(receipt.itemId)) doc.transact(() => queueOf(doc).delete(receipt.itemId))
        if (edit === undefined) continue
        if (await cameTooLate(edit, receipt.textSha256)) {
          setTooLate((known) => (known.some((one) => one.itemId === edit.itemId) ? known : [...known, edit]))
        } else {
          await forgetEdit(edit.itemId)
        }
      }
    },
    dismiss(itemId) {
      setTooLate((known) => known.filter((one) => one.itemId !== itemId))
      void forgetEdit(itemId)
    },
  }
}

/** A new id for a prompt: the same whether it goes as a command or waits in the queue. */
export function newItemId(): string {
  return newId()
}

/** A key between two, or at an end. Two devices may make equal or crossing keys while apart; then the end serves. */
function keyBetween(low: string | null, high: string | null): string {
  if (low !== null && high !== null && low >= high) return generateKeyBetween(low, null)
  return generateKeyBetween(low, high)
}
