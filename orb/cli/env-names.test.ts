import { expect, test } from 'vitest'
import { envNames } from './env-names.ts'

test('names are passed on as they are', () => {
  expect(envNames(['OPENAI_API_KEY', '_x1'])).toEqual(['OPENAI_API_KEY', '_x1'])
  expect(envNames(undefined)).toEqual([])
})

test('a value on the command line is refused, and is not repeated', () => {
  const sentence = '--env takes a name alone. Set OPENAI_API_KEY in the environment and write "--env OPENAI_API_KEY".'
  expect(() => envNames(['OPENAI_API_KEY=sk-secret'])).toThrow(sentence)
})

test.each(['', '=x', '1ST', 'A B', '--'])('%j is no name', (name) => {
  expect(() => envNames([name])).toThrow('--env needs the name of a variable.')
})
