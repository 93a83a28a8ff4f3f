import { expect, test } from 'vitest'
import { neighboursAt, placeOf } from './queue-order.ts'

test.each([
  [0, 2, { after: 'c', before: null }],
  [2, 0, { after: null, before: 'a' }],
  [0, 1, { after: 'b', before: 'c' }],
  [1, 1, null],
  [0, 3, null],
  [-1, 0, null],
])('from place %i to %i', (from, to, wanted) => {
  expect(neighboursAt(['a', 'b', 'c'], from, to)).toEqual(wanted)
})

test.each([
  [1, 75, 1],
  [1, 24, 0],
  [1, 125, 1],
  [1, 126, 2],
  [0, 1000, 2],
  [2, -1000, 0],
])('the row from place %i with its middle at %i px is at place %i', (from, middle, place) => {
  expect(placeOf([25, 75, 125], from, middle)).toBe(place)
})
