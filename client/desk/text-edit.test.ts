import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { editText } from './text-edit.ts'

test('any text becomes any other, and never holds half a character on the way', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀', '😁', 'é') })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const doc = new Y.Doc()
      const shared = doc.getText('t')
      shared.insert(0, before)
      editText(shared, after)
      expect(shared.toString()).toBe(after)
      const copy = new Y.Doc()
      Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
      expect(copy.getText('t').toString()).toBe(after)
    }),
  )
})

test('typing at the end keeps what another device typed at the start', () => {
  const [a, b] = [new Y.Doc(), new Y.Doc()]
  a.getText('t').insert(0, 'fix the parser')
  Y.applyUpdate(b, Y.encodeStateAsUpdate(a))
  editText(a.getText('t'), 'please fix the parser')
  editText(b.getText('t'), 'fix the parser now')
  Y.applyUpdate(a, Y.encodeStateAsUpdate(b))
  expect(a.getText('t').toString()).toBe('please fix the parser now')
})
