import { expect, test } from 'vitest'
import { isInRange } from './orb-adapter.ts'

test.each([
  ['1.18.33', true],
  ['v1.18.0-beta', true],
  ['1.17.9', false],
  ['1.20', true],
  ['1.20.4', true],
  ['1.21.0', false],
  ['unknown', null],
  ['', null],
])('version %s of one tested from 1.18 to 1.20: %s', (version, tested) => {
  expect(isInRange(version, { from: '1.18', to: '1.20' })).toBe(tested)
})
