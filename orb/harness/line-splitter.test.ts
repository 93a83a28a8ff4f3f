import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

test('any chunking of bytes gives the same lines', () => {
  const bytes = fc
    .uint8Array({ maxLength: 300 })
    .map((array) => Buffer.from(array.map((byte) => (byte < 60 ? 10 : byte))))
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 50 }), (whole, size) => {
      const splitter = new LineSplitter()
      const lines: string[] = []
      for (let at = 0; at < whole.length; at += size) {
        for (const line of splitter.push(whole.subarray(at, at + size))) lines.push(line.toString('latin1'))
      }
      expect(lines).toEqual(whole.toString('latin1').split('\n').slice(0, -1))
    }),
  )
})

test('a line over the bound is dropped and counted, and the next one is read', () => {
  const splitter = new LineSplitter(10)
  const lines = [...splitter.push(Buffer.from('0123456789abc')), ...splitter.push(Buffer.from('def\nshort\n'))]
  expect(lines.map(String)).toEqual(['short'])
  expect([splitter.takeDropped(), splitter.takeDropped()]).toEqual([1, 0])
})
