import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { joinTail, upsert } from './entry-list.ts'
import type { LiveEntry } from './live-entry.ts'

const entry = (position: number, body = 'old', open = false): Entry => {
  return { position, entryId: 'e' + position, runId: null, kind: 'agent_message', at: 0, open, body }
}
const positions = (entries: readonly Entry[]): number[] => entries.map(({ position }) => position)

test('an older entry that is still open does not hide the gap behind it', () => {
  const tail = [entry(3, 'new', true), entry(300, 'new'), entry(301, 'new')]
  expect(positions(joinTail([], 0, tail, 300))).toEqual([300, 301])
  expect(positions(joinTail([entry(1), entry(3), entry(5)], 5, tail, 300))).toEqual([300, 301])
})

test('without a gap everything stays, and what the tail has is newer', () => {
  const known = [entry(1), entry(3, 'old', true), entry(5)]
  const joined = joinTail(known, 5, [entry(3, 'new', true), entry(6, 'new')], 6)
  expect(positions(joined)).toEqual([1, 3, 5, 6])
  expect(joined[1]?.body).toBe('new')
})

test('entries stand once each by rising position, in whatever order they come', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (order) => {
      const entries: LiveEntry[] = []
      for (const position of order) upsert(entries, entry(position, 'last'))
      expect(positions(entries)).toEqual([...new Set(order)].toSorted((a, b) => a - b))
    }),
  )
})
