import { describe, expect, test } from 'vitest'
import { lineText } from '../ui/styled-line.ts'
import { highlightLines } from './highlighter.ts'
import { LANGUAGES, languageOf, languageOfPath } from './languages.ts'

describe('highlightLines', () => {
  test('gives looks to the parts of a line', () => {
    expect(highlightLines("const at = 1 // '<b>'\nreturn '&amp;'", 'typescript')).toEqual([
      [
        { text: 'const', look: 'hl-keyword' },
        { text: ' at = ', look: '' },
        { text: '1', look: 'hl-number' },
        { text: ' ', look: '' },
        { text: "// '<b>'", look: 'hl-comment' },
      ],
      [
        { text: 'return', look: 'hl-keyword' },
        { text: ' ', look: '' },
        { text: "'&amp;'", look: 'hl-string' },
      ],
    ])
  })

  test('keeps a look over line ends', () => {
    const lines = highlightLines('/* one\ntwo */ x', 'typescript')
    expect(lines?.[1]?.[0]).toEqual({ text: 'two */', look: 'hl-comment' })
  })

  const texts = [
    'plain words',
    '<script>alert(1)</script><style>a{b:c}</style><!-- x',
    '`${`${`${"\\u0000</b>"',
    '{"a": [1, "b\\n", tru\n\n}',
    'key: |\n  - <b>\n"',
    "echo 'a' $(b `c`\n# d\\",
    '\u202E\u200B\r\n\ud83d\ude00',
    '',
  ]
  test.each(LANGUAGES)('shows in %s no other text than was given, whatever it is', (language) => {
    for (const text of texts) {
      const lines = highlightLines(text, language)
      expect(lines?.map((line) => lineText(line)).join('\n')).toBe(text)
    }
  })
})

test.each([
  ['src/a.test.tsx', 'typescript'],
  ['Makefile', null],
  ['a/b.YML', 'yaml'],
  ['index.html', 'xml'],
  ['x.constructor', null],
  ['.json', 'json'],
])('a file named %s is read as %s', (path, language) => {
  expect(languageOfPath(path)).toBe(language)
})

test('a fence is named as people name it', () => {
  expect([languageOf('TSX'), languageOf('c++'), languageOf('toString'), languageOf('')]).toEqual([
    'typescript',
    'java',
    null,
    null,
  ])
})
