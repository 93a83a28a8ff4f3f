import { expect, test } from 'vitest'
import { LIMITS } from '../../shared/limits.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { pageAfter } from './page-after.ts'

const entry = (position: number): Entry => ({
  position,
  entryId: `e${position}`,
  runId: null,
  kind: 'notice',
  at: 0,
  open: false,
  body: {},
})

/** A thread whose entries begin at these positions, read as the relay gives it. */
function thread(positions: readonly number[]): (before: number) => Promise<Entry[]> {
  return (before) =>
    Promise.resolve(
      positions
        .filter((position) => position < before)
        .slice(-LIMITS.pageEntries)
        .map(entry),
    )
}

const dense = Array.from({ length: 1000 }, (_, at) => at + 1)

test.each([
  ['each position begins an entry', dense, 1000],
  ['entries have many steps', dense.map((at) => at * 300), 300_000],
  ['one entry has most of the steps', [1, 2, 90_000, ...dense.map((at) => 90_000 + at)], 91_000],
])('reads a thread from its start without a hole where %s', async (_where, positions, head) => {
  const page = thread(positions)
  const read = [positions[0]!]
  for (let rounds = 0; rounds < positions.length; rounds += 1) {
    const next = await pageAfter(read.at(-1)!, page, () => head)
    if (next.length === 0) break
    read.push(...next.map(({ position }) => position))
  }
  expect(read).toEqual(positions)
})

test('ends where nothing follows, though the newest position is not known', async () => {
  expect(await pageAfter(1000, thread(dense), () => Infinity)).toEqual([])
})
