import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Piece } from './reveal-hidden.ts'
import { hidesSomething, revealedPlain, revealHidden } from './reveal-hidden.ts'

const drawn = (text: string): string =>
  revealHidden(text)
    .map((piece: Piece) =>
      piece.kind === 'plain' ? piece.text : piece.kind === 'hidden' ? `[${piece.shown}]` : `{${piece.text}}`,
    )
    .join('')

describe('revealHidden draws', () => {
  test.each([
    ['a right-to-left override', 'git push \u202Etxt.exe', 'git push [RLO]txt.exe'],
    ['bidi isolates', '\u2066x\u2069', '[LRI]x[PDI]'],
    ['zero-width characters inside a word', 'r\u200Bm', 'r[ZWSP]m'],
    ['a carriage return that would overwrite the line', 'rm -rf /\rls', 'rm -rf /[CR]ls'],
    ['an escape character', 'a\u001B[31mb', 'a[ESC][31mb'],
    ['blanks at the end of a line', 'ls  \nnext\t', 'ls[··]\nnext[→]'],
    ['blanks before a carriage return', 'ls \r\n', 'ls[·][CR]\n'],
    ['a no-break space', 'rm\u00A0-rf', 'rm[NBSP]-rf'],
    ['tag characters', 'a\u{E0041}', 'a[U+E0041]'],
    ['a lone surrogate', 'a\uD800b', 'a[U+D800]b'],
    ['a Hangul filler, which is a letter that nobody sees', 'const \u3164 = 1', 'const [U+3164] = 1'],
    ['a blank braille cell', '\u2800', '[U+2800]'],
    ['a Cyrillic letter in a Latin word', 'p\u0430ypal', 'p{\u0430}ypal'],
    ['a word of nothing but look-alikes', '\u0441\u043e\u0440\u0443 x', '{\u0441}{\u043e}{\u0440}{\u0443} x'],
    ['fullwidth letters', '\uFF52\uFF4D -rf', '{\uFF52}{\uFF4D} -rf'],
  ])('%s', (_what, text, expected) => {
    expect(drawn(text)).toBe(expected)
  })
})

test.each([
  ['plain commands', 'npm run build && echo "ok"\n\tindented'],
  ['words of one script', 'привет мир, καλημέρα, 日本語, naïve café'],
  ['emoji made with joiners and selectors', '👩‍💻 ❤️ 1️⃣'],
  ['nothing', ''],
])('leaves %s alone', (_what, text) => {
  expect(hidesSomething(text)).toBe(false)
  expect(drawn(text)).toBe(text)
})

test('in prose only what hides or turns text is drawn', () => {
  const prose = (text: string): string[] =>
    revealHidden(text, 'prose').flatMap((piece) => ('shown' in piece ? [piece.shown] : []))
  expect(prose('ends with a blank \nand p\u0430y\u00A0pal')).toEqual([])
  expect(prose('a\u202Eb\u200Bc\u3164\r')).toEqual(['RLO', 'ZWSP', 'U+3164', 'CR'])
})

test('no text is lost or reordered, whatever comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(
        revealHidden(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test.each([
  ['blanks', ' '.repeat(200_000) + 'x'],
  ['a word with a hidden end', 'a'.repeat(200_000) + '\u200B'],
  ['a mixed word', '\u0430'.repeat(50_000) + 'a'],
])('a very long run of %s takes time in proportion', (_what, text) => {
  // A quadratic pass would need minutes; the bound is generous for a busy machine.
  const started = performance.now()
  revealHidden(text)
  expect(performance.now() - started).toBeLessThan(3000)
})

test('a place that takes text alone hides nothing either', () => {
  expect(revealedPlain('safe \u202egnihton')).toMatch(/^safe .*gnihton$/)
  expect(revealedPlain('safe \u202egnihton')).not.toContain('\u202e')
  expect(revealedPlain('Straße, 東京')).toBe('Straße, 東京')
})
