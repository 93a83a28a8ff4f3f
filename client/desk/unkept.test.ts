import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { draftOf, putQueueItem, queueOf, queueTextOf, readQueue } from '../../shared/desk/desk.ts'
import type { KeptClocks } from './desk-sync.ts'
import { putBack, unkeptOf } from './unkept.ts'

const item = (itemId: string, text: string) => ({ itemId, threadId: 't', text, order: 'a0', ready: true, at: 1 })

/** What a relay that has everything of a document now would have said. */
function clocksOf(doc: Y.Doc): KeptClocks {
  return Y.decodeStateVector(Y.encodeStateVector(doc))
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  return copy
}

test('only what the relay has not committed counts as unkept, and it moves over by its ids', () => {
  const doc = new Y.Doc()
  putQueueItem(doc, item('kept', 'old'))
  draftOf(doc, 'quiet').insert(0, 'kept draft')
  draftOf(doc, 't').insert(0, 'half of ')
  const relay = copyOf(doc)
  const clocks = clocksOf(doc)
  putQueueItem(doc, item('new', 'typed in a tunnel'))
  queueTextOf(doc, 'kept')?.insert(3, ', and more')
  draftOf(doc, 't').insert(8, 'a sentence')

  const unkept = unkeptOf(doc, clocks)
  expect(unkept.items.map(({ itemId, isNew }) => [itemId, isNew])).toEqual([
    ['kept', false],
    ['new', true],
  ])
  expect(unkept.drafts).toEqual([{ threadId: 't', text: 'half of a sentence' }])

  expect(putBack(relay, unkept)).toEqual([])
  expect(readQueue(relay).map(({ itemId, text }) => [itemId, text])).toEqual([
    ['kept', 'old, and more'],
    ['new', 'typed in a tunnel'],
  ])
  expect(draftOf(relay, 't').toString()).toBe('half of a sentence')
  // Once more, as after a crash in between: nothing is doubled.
  putBack(relay, unkept)
  expect(readQueue(relay)).toHaveLength(2)
  expect(draftOf(relay, 't').toString()).toBe('half of a sentence')
})

test('an item that was kept and then taken or deleted does not come back', () => {
  const doc = new Y.Doc()
  putQueueItem(doc, item('done', 'run me'))
  const relay = copyOf(doc)
  const clocks = clocksOf(doc)
  queueTextOf(doc, 'done')?.insert(6, ' again')
  queueOf(relay).delete('done')
  putBack(relay, unkeptOf(doc, clocks))
  expect(readQueue(relay)).toEqual([])
})

test('no text is lost where others wrote something else meanwhile', () => {
  const doc = new Y.Doc()
  putQueueItem(doc, item('both', 'base'))
  const relay = copyOf(doc)
  const clocks = clocksOf(doc)
  queueTextOf(doc, 'both')?.insert(0, 'mine ')
  draftOf(doc, 't').insert(0, 'my draft')
  queueTextOf(relay, 'both')?.insert(0, 'theirs ')
  draftOf(relay, 't').insert(0, 'their draft')

  const homeless = putBack(relay, unkeptOf(doc, clocks))
  expect(homeless.map(({ text }) => text)).toEqual(['mine base'])
  expect(readQueue(relay)[0]?.text).toBe('theirs base')
  expect(draftOf(relay, 't').toString()).toBe('their draft\nmy draft')
})
