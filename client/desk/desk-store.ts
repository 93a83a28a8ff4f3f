import { generateKeyBetween } from 'fractional-indexing'
import { createEffect, createRenderEffect, createSignal, onCleanup, type Accessor } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import * as Y from 'yjs'
import { draftOf, putQueueItem, queueOf, queueTextOf, readQueue, type QueueItem } from '../../shared/desk/desk.ts'
import { draftFilesOf, isFileNamed, readDraftFiles } from '../../shared/desk/draft-files.ts'
import { newId } from '../../shared/ids.ts'
import type { QueueReceipt } from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import type { SharedFiles } from '../composer/attachments/draft-files.ts'
import type { RoomStatus } from '../rooms/room-status.ts'
import { createDeskLife, type DeskLife } from './desk-life.ts'
import type { DeskIdentity } from './desk-document.ts'
import { createLateEdits, type LateEdit } from './late-edits.ts'
import { forgetSend, unfinishedSends } from './outbox.ts'
import { dropAside, textsAside, type SetAside } from './set-aside.ts'
import { editText } from './text-edit.ts'

/** A prompt that comes into the queue. */
export type NewItem = Pick<QueueItem, 'itemId' | 'threadId' | 'text' | 'attachments'>

/** What people of one orb share while they work: drafts and the queue. */
export interface DeskStore {
  readonly queue: readonly QueueItem[]
  readonly status: Accessor<RoomStatus>
  /** True when the relay has committed everything that this device wrote. */
  readonly kept: Accessor<boolean>
  /** Edits of this device that came too late: the item was taken with another text. */
  readonly tooLate: Accessor<readonly LateEdit[]>
  /** Texts that the relay's desk would not take: kept on this device until their writer lets them go. */
  readonly setAside: Accessor<readonly SetAside[]>
  draft(threadId: string): Accessor<string>
  setDraft(threadId: string, text: string): void
  /** What devices tell each other of the files beside a draft. */
  draftFiles(threadId: string): SharedFiles
  enqueue(item: NewItem): void
  edit(itemId: string, text: string): void
  remove(itemId: string): void
  /** Puts an item between two others; null: at that end. */
  move(itemId: string, after: string | null, before: string | null): void
  setReady(itemId: string, ready: boolean): void
  /** Tells what the relay took: such items leave the queue, and a differing edit of ours is said. */
  taken(receipts: readonly QueueReceipt[]): Promise<void>
  dismiss(itemId: string): void
  dropAside(text: SetAside): void
}

/**
 * Opens the desk of an orb, from this device's storage and from the relay, until the owner is disposed of.
 * `reachable`: the relay answers, with the ledger that the identity names; before that nothing is sent, since another
 * ledger takes no Yjs client ids of this one.
 */
export function createDeskStore(identity: DeskIdentity, reachable: Accessor<boolean>): DeskStore {
  const { orbId } = identity
  const [queue, setQueue] = createStore<QueueItem[]>([])
  const [status, setStatus] = createSignal<RoomStatus>({ state: 'catching-up' })
  const [kept, setKept] = createSignal(false)
  const [isLoaded, setLoaded] = createSignal(false)
  const [tooLate, setTooLate] = createSignal<readonly LateEdit[]>([])
  const [aside, setAside] = createSignal<readonly SetAside[]>([])
  const lateEdits = createLateEdits()
  /** Items whose receipts have been looked at, and those of them that are done with. */
  const checking = new Set<string>()
  const taken = new Set<string>()

  const life: DeskLife = createDeskLife(identity, roomName('desk', orbId), {
    status: setStatus,
    kept: setKept,
    loaded() {
      setLoaded(true)
      void finishSends()
    },
    setAside: () => void readAside(),
  })
  createEffect((before) => {
    const wanted = reachable()
    if (wanted !== before) life.connect(wanted)
    return wanted
  })
  onCleanup(() => life.close())
  void readAside()

  // Each document in turn: a refused one is followed by a fresh one.
  createRenderEffect(() => {
    const doc = life.doc()
    const refresh = (): void => {
      const items = readQueue(doc)
      for (const { itemId, text } of items) {
        lateEdits.reads(itemId, text)
        // A device that comes back with an old document may bring it again.
        if (taken.has(itemId)) queueMicrotask(() => remove(itemId))
      }
      setQueue(reconcile(items, { key: 'itemId' }))
    }
    refresh()
    queueOf(doc).observeDeep(refresh)
    onCleanup(() => queueOf(doc).unobserveDeep(refresh))
  })

  /** What a part of the present document holds, as it changes. */
  function follow<Value>(part: (doc: Y.Doc) => Y.Text | Y.Map<unknown>, read: (doc: Y.Doc) => Value): Accessor<Value> {
    const [value, setValue] = createSignal(read(life.doc()))
    createRenderEffect(() => {
      const doc = life.doc()
      const refresh = (): void => void setValue(() => read(doc))
      refresh()
      part(doc).observeDeep(refresh)
      onCleanup(() => part(doc).unobserveDeep(refresh))
    })
    return value
  }

  async function readAside(): Promise<void> {
    setAside(await textsAside(orbId))
  }

  /** What was being sent when the app ended goes again, under its old id: it counts once. */
  async function finishSends(): Promise<void> {
    for (const send of await unfinishedSends(orbId)) {
      enqueue(send)
      void forgetSend(send.itemId)
    }
  }

  function item(itemId: string): QueueItem | undefined {
    return readQueue(life.doc()).find((one) => one.itemId === itemId)
  }

  function update(itemId: string, change: (map: Y.Map<unknown>) => void): void {
    const map = queueOf(life.doc()).get(itemId)
    if (map instanceof Y.Map) life.doc().transact(() => change(map))
  }

  function enqueue({ itemId, threadId, text, attachments = [] }: NewItem): void {
    const last = readQueue(life.doc()).at(-1)?.order ?? null
    putQueueItem(life.doc(), {
      itemId,
      threadId,
      text,
      order: keyBetween(last, null),
      ready: true,
      at: Date.now(),
      ...(attachments.length > 0 ? { attachments } : {}),
    })
    lateEdits.wrote({ itemId, threadId, text })
  }

  function remove(itemId: string): void {
    const doc = life.doc()
    if (queueOf(doc).has(itemId)) doc.transact(() => queueOf(doc).delete(itemId))
  }

  async function settleReceipt(receipt: QueueReceipt): Promise<void> {
    const { itemId, textSha256 } = receipt
    let missed = await lateEdits.missedBy(itemId, textSha256)
    if (missed !== null) {
      // Receipts come by another room: what others wrote before the item was taken may still be on its way.
      await life.caughtUp()
      missed = await lateEdits.missedBy(itemId, textSha256)
    }
    taken.add(itemId)
    remove(itemId)
    if (missed === null) return lateEdits.forget(itemId)
    const edit = missed
    setTooLate((known) => (known.some((one) => one.itemId === itemId) ? known : [...known, edit]))
  }

  return {
    queue,
    status,
    kept,
    tooLate,
    setAside: aside,
    draft: (threadId) =>
      follow(
        (doc) => draftOf(doc, threadId),
        (doc) => draftOf(doc, threadId).toString(),
      ),
    setDraft: (threadId, text) => editText(draftOf(life.doc(), threadId), text),
    draftFiles: (threadId) => ({
      isLoaded,
      files: follow(draftFilesOf, (doc) => readDraftFiles(doc, threadId)),
      set: (fileId, file) => void draftFilesOf(life.doc()).set(fileId, file),
      remove(fileIds) {
        const files = draftFilesOf(life.doc())
        life.doc().transact(() => fileIds.forEach((fileId) => files.has(fileId) && files.delete(fileId)))
      },
      names: (sha256) => isFileNamed(life.doc(), sha256),
    }),
    enqueue,
    edit(itemId, text) {
      const shared = queueTextOf(life.doc(), itemId)
      const known = item(itemId)
      if (shared === null || known === undefined) return
      editText(shared, text)
      lateEdits.wrote({ itemId, threadId: known.threadId, text })
    },
    remove(itemId) {
      remove(itemId)
      lateEdits.forget(itemId)
    },
    move(itemId, after, before) {
      const low = after === null ? null : (item(after)?.order ?? null)
      const high = before === null ? null : (item(before)?.order ?? null)
      update(itemId, (map) => map.set('order', keyBetween(low, high)))
    },
    setReady: (itemId, ready) => update(itemId, (map) => map.set('ready', ready)),
    async taken(receipts) {
      for (const receipt of receipts) {
        if (checking.has(receipt.itemId)) continue
        checking.add(receipt.itemId)
        void settleReceipt(receipt)
      }
    },
    dismiss(itemId) {
      setTooLate((known) => known.filter((one) => one.itemId !== itemId))
      lateEdits.forget(itemId)
    },
    dropAside(text) {
      setAside((known) => known.filter((one) => one !== text))
      void dropAside(text)
    },
  }
}

/** A new id for a prompt: the same whether it goes as a command or waits in the queue. */
export function newItemId(): string {
  return newId()
}

/** A key between two, or at an end. Two devices may make equal or crossing keys while apart; then the end serves. */
function keyBetween(low: string | null, high: string | null): string {
  try {
    if (low !== null && high !== null && low >= high) return generateKeyBetween(low, null)
    return generateKeyBetween(low, high)
  } catch {
    // Another client wrote a key that is none; this one sorts after every true key, and by its item's id from there on.
    return 'zz'
  }
}
