import { expect, test } from 'vitest'
import { splitWords } from './split-words.ts'

const found = (text: string, words: string[]): string[] =>
  splitWords(text, words)
    .filter((part) => part.found)
    .map((part) => part.text)

test.each([
  ['rm -rf build && npm publish', ['rm', 'publish'], ['rm', 'publish']],
  ['/bin/rm x', ['rm'], ['rm']],
  ['npm run format', ['rm'], []],
  ['git push --force', ['--force'], ['--force']],
  ['a.b axb', ['a.b'], ['a.b']],
  ['anything', [], []],
])('%s', (text, words, expected) => {
  expect(found(text, words)).toEqual(expected)
  expect(
    splitWords(text, words)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
