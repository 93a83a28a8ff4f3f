import { expect, test } from 'vitest'
import { tokenAt } from './token-at.ts'

/** The token at the `|`. */
const at = (marked: string): unknown => {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const token = tokenAt(text, caret)
  return token === null ? null : [token.kind, token.query, text.slice(token.from, token.to)]
}

test('a command is completed at the start of the text alone, blanks in its name included', () => {
  expect(at('/|')).toEqual(['command', '', '/'])
  expect(at('/memory sh|')).toEqual(['command', 'memory sh', '/memory sh'])
  expect(at('see /mem|')).toBeNull()
  expect(at('/story\nand mo|re')).toBeNull()
})

test('a path is completed after an @ at the start of a word, to the end of that word', () => {
  expect(at('@|')).toEqual(['file', '', '@'])
  expect(at('look at @src/pa|rser.ts, please')).toEqual(['file', 'src/pa', '@src/parser.ts,'])
  expect(at('/story @ind|')).toEqual(['file', 'ind', '@ind'])
  expect(at('mail ada@exam|ple.org')).toBeNull()
  expect(at('@src and| more')).toBeNull()
})

test('a path with blanks is completed inside its quotation marks', () => {
  expect(at('@"my no|tes.md" and')).toEqual(['file', 'my no', '@"my notes.md"'])
})
