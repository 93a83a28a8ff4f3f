import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { inspectUpdate } from './inspect-update.ts'

function typed(client: number, text: string, from?: Y.Doc): Y.Doc {
  const doc = new Y.Doc()
  if (from !== undefined) Y.applyUpdate(doc, Y.encodeStateAsUpdate(from))
  doc.clientID = client
  doc.getText('draft:t').insert(doc.getText('draft:t').length, text)
  return doc
}

test('what is new is told from what is known', () => {
  const base = typed(1, 'hello')
  const longer = typed(2, ' world', base)
  const whole = inspectUpdate(Y.encodeStateAsUpdate(longer), base)
  expect(whole).toEqual({ empty: false, clients: [2, 1], fresh: [2], complete: true })
  expect(inspectUpdate(Y.encodeStateAsUpdate(base), base)?.fresh).toEqual([])
  expect(inspectUpdate(new Uint8Array([0, 0]), base)).toEqual({ empty: true, clients: [], fresh: [], complete: true })
  expect(base.getText('draft:t').toString()).toBe('hello')
})

test('an update that builds on what is not there is incomplete', () => {
  const base = typed(1, 'hello')
  const known = Y.encodeStateVector(base)
  const second = typed(2, ' world', base)
  expect(inspectUpdate(Y.encodeStateAsUpdate(second, known), new Y.Doc())?.complete).toBe(false)
  const state = Y.encodeStateVector(second)
  second.getText('draft:t').insert(11, '!')
  expect(inspectUpdate(Y.encodeStateAsUpdate(second, state), base)?.complete).toBe(false)
  expect(inspectUpdate(Y.encodeStateAsUpdate(second, known), base)?.complete).toBe(true)
})

test('a deletion of what is not there is incomplete', () => {
  const base = typed(1, 'hello')
  base.getText('draft:t').delete(0, 2)
  const deletion = Y.encodeStateAsUpdate(base, Y.encodeStateVector(base))
  expect(inspectUpdate(deletion, base)?.complete).toBe(true)
  expect(inspectUpdate(deletion, new Y.Doc())?.complete).toBe(false)
})

test('an item in a container that is not there is incomplete', () => {
  const doc = new Y.Doc()
  const item = new Y.Map()
  doc.getMap('queue').set('a', item)
  const before = Y.encodeStateVector(doc)
  doc.clientID = 7
  item.set('ready', true)
  expect(inspectUpdate(Y.encodeStateAsUpdate(doc, before), new Y.Doc())?.complete).toBe(false)
})

test.each([[[]], [[255, 255, 255, 255, 255, 255]], [[1, 200, 1, 0]], [[0, 5, 1]]])('%j is no update', (bytes) => {
  expect(inspectUpdate(new Uint8Array(bytes), new Y.Doc())).toBe(null)
})
