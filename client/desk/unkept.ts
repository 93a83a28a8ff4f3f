import * as Y from 'yjs'
import { draftOf, putQueueItem, queueOf, queueTextOf, readQueue, type QueueItem } from '../../shared/desk/desk.ts'
import type { KeptClocks } from './desk-sync.ts'
import { editText } from './text-edit.ts'

/** What a document holds that the relay has not committed, as plain values that outlive the document. */
export interface Unkept {
  /** Items that the relay has never had, and items whose text has something that it lacks. */
  readonly items: readonly (QueueItem & { readonly isNew: boolean })[]
  readonly drafts: readonly { readonly threadId: string; readonly text: string }[]
}

const DRAFT = 'draft:'

/** Finds what was inserted above the kept clocks. What was only deleted has no text to lose. */
export function unkeptOf(doc: Y.Doc, clocks: KeptClocks): Unkept {
  const items: (QueueItem & { isNew: boolean })[] = []
  for (const item of readQueue(doc)) {
    const map = queueOf(doc).get(item.itemId)
    const isNew = map instanceof Y.Map && map._item !== null && isAbove(map._item, clocks)
    const text = queueTextOf(doc, item.itemId)
    if (isNew || (text !== null && hasUnkeptText(text, clocks))) items.push({ ...item, isNew })
  }
  const drafts = [...doc.share.keys()]
    .filter((name) => name.startsWith(DRAFT))
    .map((name) => name.slice(DRAFT.length))
    .filter((threadId) => hasUnkeptText(draftOf(doc, threadId), clocks))
    .map((threadId) => ({ threadId, text: draftOf(doc, threadId).toString() }))
  return { items, drafts }
}

/**
 * Puts what was not kept into a fresh document that holds everything the relay has: items by their ids, drafts beside
 * what others wrote. Returns what found no place: a changed text of an item that the relay has with another one.
 */
export function putBack(doc: Y.Doc, { items, drafts }: Unkept): readonly QueueItem[] {
  const homeless: QueueItem[] = []
  for (const { isNew, ...item } of items) {
    const present = queueTextOf(doc, item.itemId)
    if (present === null) {
      // An item that the relay had and has no more was taken or deleted: its own receipt tells of that.
      if (isNew) putQueueItem(doc, item)
    } else if (item.text.includes(present.toString())) editText(present, item.text)
    else if (!present.toString().includes(item.text)) homeless.push(item)
  }
  for (const { threadId, text } of drafts) {
    const present = draftOf(doc, threadId)
    const shared = present.toString()
    if (shared.includes(text)) continue
    editText(present, text.includes(shared) ? text : shared + '\n' + text)
  }
  return homeless
}

function hasUnkeptText(text: Y.Text, clocks: KeptClocks): boolean {
  for (let item = text._start; item !== null; item = item.right) {
    if (!item.deleted && isAbove(item, clocks)) return true
  }
  return false
}

function isAbove(item: Y.Item, clocks: KeptClocks): boolean {
  return item.id.clock + item.length > (clocks.get(item.id.client) ?? 0)
}
