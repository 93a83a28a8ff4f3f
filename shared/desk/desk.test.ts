import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { draftOf, putQueueItem, queueOf, queueTextOf, readQueue, type QueueItem } from './desk.ts'

const item = (itemId: string, order: string): QueueItem => ({
  itemId,
  threadId: 't',
  text: 'do ' + itemId,
  order,
  ready: true,
  at: 1,
})

test('items come in their order, ties by id, and a repeated put changes nothing', () => {
  const doc = new Y.Doc()
  for (const one of [item('c', 'a1'), item('b', 'a1'), item('a', 'a2')]) putQueueItem(doc, one)
  queueTextOf(doc, 'b')?.insert(0, 'please ')
  putQueueItem(doc, item('b', 'a0'))
  expect(readQueue(doc).map((one) => one.itemId + ':' + one.text)).toEqual(['b:please do b', 'c:do c', 'a:do a'])
})

test('what another client wrote wrongly is skipped', () => {
  const doc = new Y.Doc()
  queueOf(doc).set('flat', { threadId: 't', text: 'x' })
  queueOf(doc).set('half', new Y.Map([['threadId', 't']]))
  queueOf(doc).set('number', 5)
  putQueueItem(doc, item('good', 'a0'))
  expect(readQueue(doc).map((one) => one.itemId)).toEqual(['good'])
})

test('two devices that begin one draft at once both keep their text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (left, right) => {
      const [a, b] = [new Y.Doc(), new Y.Doc()]
      draftOf(a, 't').insert(0, left)
      draftOf(b, 't').insert(0, right)
      Y.applyUpdate(a, Y.encodeStateAsUpdate(b))
      Y.applyUpdate(b, Y.encodeStateAsUpdate(a))
      expect(draftOf(a, 't').toString()).toBe(draftOf(b, 't').toString())
      expect([left + right, right + left]).toContain(draftOf(a, 't').toString())
    }),
  )
})
