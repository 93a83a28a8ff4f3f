import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64urlBytes, base64urlText } from './base64url.ts'

test('bytes of any length come back, without padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = base64urlText(bytes)
      expect(text).toMatch(/^[A-Za-z0-9_-]*$/)
      expect([...base64urlBytes(text)]).toEqual([...bytes])
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
    }),
  )
})

test('there is one text for some bytes, and no other is read', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('A', 'Q', 'g', 'w', 'B', 'C', '_', '-', '8'), maxLength: 12 }),
      (text) => {
        let bytes: Uint8Array
        try {
          bytes = base64urlBytes(text)
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          return
        }
        expect(base64urlText(bytes)).toBe(text)
      },
    ),
  )
})

test.each(['A', 'AAAAA', 'AB', 'AAB', 'AA==', 'A A', 'AA+A', 'AA/A', 'AA\n', '\u00e4AAA'])('%j is refused', (text) => {
  expect(() => base64urlBytes(text)).toThrow(TypeError)
})
