import { expect, test } from 'vitest'
import { newCode, shownCode } from '../../shared/devices/pairing.ts'
import { codeWords } from './code-words.ts'
import { readTypedCode } from './read-typed-code.ts'

test('a code is read however it is typed', () => {
  const code = newCode()
  for (const typed of [code, code.toLowerCase(), shownCode(code), ` ${code.slice(0, 4)} ${code.slice(4)} `]) {
    expect(readTypedCode(typed)).toEqual({ code, problem: null })
  }
})

test.each([
  ['', codeWords.short],
  ['ABCD', codeWords.short],
  ['ABCDEFGHJ', codeWords.short],
  ['ABCDEFG0', codeWords.notThese],
  ['OBCD-EFGH', codeWords.notThese],
])('%j is no code, and why is said', (typed, problem) => {
  expect(readTypedCode(typed)).toEqual({ code: null, problem })
})
