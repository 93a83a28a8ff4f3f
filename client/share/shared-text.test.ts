import { expect, test } from 'vitest'
import { LIMITS } from '../../shared/limits.ts'
import { sharedIn } from './shared-store.ts'

function form(fields: Readonly<Record<string, string>>, files: readonly File[] = []): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  for (const file of files) data.append('files', file)
  return data
}

test.each<[Record<string, string>, string]>([
  [{ title: 'A page', text: '', url: 'https://a.test/' }, 'A page\nhttps://a.test/'],
  [{ title: 'A page', text: 'A page https://a.test/', url: 'https://a.test/' }, 'A page https://a.test/'],
  [{ title: 'same', text: 'same' }, 'same'],
  [{}, ''],
])('%j is shared as %j', (fields, text) => {
  expect(sharedIn(form(fields))).toEqual({ text, files: [], leftOut: 0 })
})

test('files are shared as far as a message takes them, and the others are counted', () => {
  const small = new File(['x'], 'a.png', { type: 'image/png' })
  const huge = new File([new Uint8Array(LIMITS.attachmentBytes + 1)], 'b.mov')
  const found = sharedIn(form({ files: 'no file' }, [small, huge, new File([], 'empty')]))
  expect(found.files.map(({ name }) => name)).toEqual(['a.png'])
  expect(found.leftOut).toBe(2)
  expect(sharedIn(form({}, Array<File>(LIMITS.attachments + 1).fill(small)))).toMatchObject({ leftOut: 1 })
})
