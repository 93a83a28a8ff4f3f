import { expect, test } from 'vitest'
import { metricWords, progressShare } from './note-value.ts'

test('a script cannot draw a bar beyond its bounds', () => {
  expect(progressShare(0.4)).toEqual({ percent: 40 })
  expect(progressShare(12)).toEqual({ percent: 100 })
  expect(progressShare(-1)).toEqual({ percent: 0 })
  expect(progressShare(null)).toBeNull()
})

test.each([
  [0, '0'],
  [1234567.891, '1,234,570'],
  [0.123456789, '0.123457'],
  [1e300, '1.000e+300'],
  [-1e-12, '-1.000e-12'],
])('the metric %d takes little room, however large or small: %s', (value, words) => {
  expect(metricWords(value)).toBe(words)
})
