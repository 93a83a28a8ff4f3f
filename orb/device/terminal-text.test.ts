import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLine, shown, shownBriefly, shownLines } from './terminal-text.ts'

/** Any code points, halves of characters among them. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x3000 }), fc.integer({ min: 0, max: 0x10_ffff })))
  .map((points) => String.fromCodePoint(...points))

test.each([
  ['colours and cursor', '\u001b[2J\u001b[1;1Hrm -rf /', '\\u{1b}[2J\\u{1b}[1;1Hrm -rf /'],
  ['a title of the window', '\u001b]0;x\u0007', '\\u{1b}]0;x\\u{7}'],
  ['an 8-bit CSI', '\u009b31m', '\\u{9b}31m'],
  ['a line that overwrites itself', 'rm -rf /\rls', 'rm -rf /\\u{d}ls'],
  ['a text that runs backwards', 'a\u202eb\u2066c\u2069', 'a\\u{202e}b\\u{2066}c\\u{2069}'],
  ['what has no width', 'a\u200bb\u{e0041}c\ufeff', 'a\\u{200b}b\\u{e0041}c\\u{feff}'],
  ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
  ['a line feed in a line', 'a\nb', 'a\\u{a}b'],
])('%s is shown, not obeyed', (_name, text, expected) => {
  expect(shown(text)).toBe(expected)
})

test('what people write stays', () => {
  expect(shown('Grüße, 東京, 🚀, é')).toBe('Grüße, 東京, 🚀, é')
})

test('lines stay lines', () => {
  expect(shownLines('a\r\n\tb\u001b[0m', '  ')).toBe('  a\\u{d}\n  \tb\\u{1b}[0m')
})

test('a long line ends in time', () => {
  expect(shownBriefly('x'.repeat(100), 10)).toBe('xxxxxxxxx…')
})

test('nothing that a terminal obeys is left of any text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(shown(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('JSON says the same to a program, and nothing to a terminal', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const line = jsonLine({ text })
      expect(JSON.parse(line)).toEqual({ text })
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
    }),
  )
})
