import { expect, test } from 'vitest'
import { sizeWords } from '../ui/size-words.ts'
import { exitCodeOf, rawJson, readToolContent } from './tool-reading.ts'

const blob = { type: 'blob', sha256: 'a'.repeat(64), bytes: 5_000_000, mediaType: 'text/plain', preview: 'begin' }

test('content is sorted by type, and what cannot be read is kept', () => {
  const parts = readToolContent([
    { type: 'text', text: 'out' },
    { type: 'diff', path: 'a.ts', oldText: null, newText: 'x' },
    { type: 'diff', path: 'big.ts', oldText: blob, newText: 'y' },
    blob,
    { type: 'hologram' },
    { type: 'text' },
    { type: 'diff' },
    null,
  ])
  expect(parts.texts).toEqual(['out'])
  expect(parts.changes).toEqual([
    { path: 'a.ts', oldText: null, newText: 'x' },
    { path: 'big.ts', oldText: 'begin', newText: 'y', large: { oldText: blob, newText: 'y', parts: [blob] } },
  ])
  expect(parts.large).toEqual([blob])
  expect(parts.unknown).toEqual([{ type: 'hologram' }, { type: 'text' }, { type: 'diff' }, null])
})

test.each([
  [{ exitCode: 1 }, 1],
  [{ exit_code: 0 }, 0],
  [{ metadata: { exit: 2 } }, 2],
  [{ exitCode: '1' }, null],
  ['text', null],
  [undefined, null],
])('the exit code of %j is %j', (rawOutput, code) => {
  expect(exitCodeOf(rawOutput)).toBe(code)
})

test('sizes and raw values have words', () => {
  expect([1, 900, 12_000, 3_600_000, 5e9].map(sizeWords)).toEqual(['1 byte', '900 bytes', '12 KB', '3.4 MB', '4.7 GB'])
  expect(rawJson(undefined)).toBe('undefined')
})
