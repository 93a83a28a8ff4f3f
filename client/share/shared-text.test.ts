import { expect, test } from 'vitest'
import { sharedText } from './shared-store.ts'

test.each<[Record<string, string>, string]>([
  [{ title: 'A page', text: '', url: 'https://a.test/' }, 'A page\nhttps://a.test/'],
  [{ title: 'A page', text: 'A page https://a.test/', url: 'https://a.test/' }, 'A page https://a.test/'],
  [{ title: 'same', text: 'same' }, 'same'],
  [{}, ''],
])('%j is shared as %j', (fields, text) => {
  expect(sharedText(new Map(Object.entries(fields)))).toBe(text)
})
