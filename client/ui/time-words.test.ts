import { describe, expect, test } from 'vitest'
import { duration, relativeTime } from './time-words.ts'

const now = new Date(2026, 2, 10, 15, 30).getTime()
const minutes = (count: number): number => now - count * 60_000

describe('relativeTime', () => {
  test.each([
    [now, 'now'],
    [minutes(0.99), 'now'],
    [minutes(1), '1 min'],
    [minutes(59.9), '59 min'],
    [minutes(60), '1 h'],
    [minutes(6 * 60), '6 h'],
    [new Date(2026, 2, 10, 0, 5).getTime(), '15 h'],
    [new Date(2026, 2, 9, 14, 2).getTime(), 'yesterday 14:02'],
    [new Date(2026, 1, 3, 9, 0).getTime(), '3 Feb 09:00'],
    [new Date(2024, 1, 3, 9, 0).getTime(), '3 Feb 2024 09:00'],
  ])('%i is "%s"', (at, words) => {
    expect(relativeTime(at, now)).toBe(words)
  })

  test('a clock ahead of ours says now, never a negative age', () => {
    expect(relativeTime(now + 3_600_000, now)).toBe('now')
  })

  test('says ago in sentences, where it fits', () => {
    expect(relativeTime(minutes(2), now, 'ago')).toBe('2 min ago')
    expect(relativeTime(now, now, 'ago')).toBe('now')
  })

  test('is spoken in whole words', () => {
    expect(relativeTime(minutes(1), now, 'spoken')).toBe('1 minute')
    expect(relativeTime(minutes(120), now, 'spoken')).toBe('2 hours')
  })
})

test.each([
  [-5, '0 s'],
  [420, '0.4 s'],
  [4200, '4.2 s'],
  [12_400, '12 s'],
  [12 * 60_000, '12 min'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
])('a duration of %i ms is "%s"', (ms, words) => {
  expect(duration(ms)).toBe(words)
})
