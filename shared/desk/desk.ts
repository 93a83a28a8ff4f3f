import * as Y from 'yjs'
import { Attachments, type Attachment } from '../commands/attachments.ts'

/*
 * A desk's document. Everything that two devices could create at once is top-level or keyed by an id minted once.
 *   Y.Text `draft:<threadId>`
 *   Y.Map  `queue`   itemId → Y.Map { threadId, text: Y.Text, order, ready, at, by, attachments?: Attachment[] }
 *   Y.Map  `files`   fileId → DraftFile (draft-files.ts)
 *   Y.Map  `notes`   noteId → Y.Text (reserved)
 */

/** A prompt that waits for its turn. */
export interface QueueItem {
  readonly itemId: string
  readonly threadId: string
  readonly text: string
  /** A fractional key: items sort by it, ties by itemId. */
  readonly order: string
  /** Only a ready item is taken. */
  readonly ready: boolean
  readonly at: number
  /** Files that go with it; the item is not taken before the relay has them all. */
  readonly attachments?: readonly Attachment[]
}

/** The draft of a thread: always the same top-level text, so that two devices never make two. */
export function draftOf(doc: Y.Doc, threadId: string): Y.Text {
  return doc.getText('draft:' + threadId)
}

/** The queue's map. */
export function queueOf(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap('queue')
}

/** Puts an item into the queue, in one transaction. An item that is there already is left alone. */
export function putQueueItem(doc: Y.Doc, item: QueueItem, origin?: unknown): void {
  const queue = queueOf(doc)
  if (queue.has(item.itemId)) return
  doc.transact(() => {
    const map = new Y.Map<unknown>()
    queue.set(item.itemId, map)
    map.set('threadId', item.threadId)
    map.set('text', new Y.Text(item.text))
    map.set('order', item.order)
    map.set('ready', item.ready)
    map.set('at', item.at)
    if (item.attachments !== undefined) map.set('attachments', item.attachments)
  }, origin)
}

/** The text of an item for editing, or null where the item is gone or malformed. */
export function queueTextOf(doc: Y.Doc, itemId: string): Y.Text | null {
  const map = queueOf(doc).get(itemId)
  if (!(map instanceof Y.Map)) return null
  const text: unknown = map.get('text')
  return text instanceof Y.Text ? text : null
}

/** Well-formed items in their order; what a client wrote wrongly is skipped, never thrown on. */
export function readQueue(doc: Y.Doc): QueueItem[] {
  const items: QueueItem[] = []
  for (const [itemId, value] of queueOf(doc)) {
    const item = readItem(itemId, value)
    if (item !== null) items.push(item)
  }
  return items.sort((a, b) => compare(a.order, b.order) || compare(a.itemId, b.itemId))
}

function readItem(itemId: string, value: unknown): QueueItem | null {
  if (!(value instanceof Y.Map)) return null
  const threadId: unknown = value.get('threadId')
  const text: unknown = value.get('text')
  const order: unknown = value.get('order')
  const at: unknown = value.get('at')
  const named: unknown = value.get('attachments')
  const files = Attachments.safeParse(named).data
  if (typeof threadId !== 'string' || !(text instanceof Y.Text) || typeof order !== 'string') return null
  return {
    itemId,
    threadId,
    text: text.toString(),
    order,
    // Never without files that this version cannot read.
    ready: value.get('ready') === true && (named === undefined || files !== undefined),
    at: typeof at === 'number' ? at : 0,
    ...(files === undefined ? {} : { attachments: files }),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
