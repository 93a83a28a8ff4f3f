import { expect, test } from 'vitest'
import { shownNumber } from './shown-number.ts'

test('a match number stands in groups of three that stay together', () => {
  expect(shownNumber('012345')).toBe('012\u00a0345')
})
