import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

test('a key has so many in a window, and as many in the next', () => {
  let now = 1_000
  const limit = createRateLimit(2, 60_000, () => now)
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([true, true, false])
  expect(limit.isSpent('a')).toBe(true)
  expect(limit.isSpent('b')).toBe(false)
  now += 60_000
  expect(limit.take('a')).toBe(true)
})

test('looking does not count', () => {
  const limit = createRateLimit(1, 60_000, () => 0)
  for (let look = 0; look < 5; look += 1) expect(limit.isSpent('a')).toBe(false)
  expect(limit.take('a')).toBe(true)
})

test('a clock that jumps back locks nobody out', () => {
  let now = 1_000_000
  const limit = createRateLimit(1, 60_000, () => now)
  limit.take('a')
  now = 0
  expect(limit.take('a')).toBe(true)
})

test('many keys do not fill the memory, and do not free the newest', () => {
  const limit = createRateLimit(1, 60_000, () => 0)
  for (let key = 0; key < 20_000; key += 1) limit.take('key' + key)
  expect(limit.isSpent('key19999')).toBe(true)
  expect(limit.isSpent('key0')).toBe(false)
})
