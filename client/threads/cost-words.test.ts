import { expect, test } from 'vitest'
import { costWords } from './cost-words.ts'

test.each([
  ['0.41 USD', '$0.41'],
  ['12.3456 EUR', '€12.35'],
  ['0.0004 USD', '<$0.01'],
  ['4e-7 USD', '<$0.01'],
  ['2 JPY', '¥2'],
  // No price is known.
  ['0 USD', null],
  ['0', null],
  [null, null],
  // An agent's own word.
  ['three credits', 'three credits'],
])('%s is told as %s', (cost, told) => {
  expect(costWords(cost)).toBe(told)
})
