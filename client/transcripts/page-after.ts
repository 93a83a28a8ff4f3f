import { LIMITS } from '../../shared/limits.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'

/** Wider than any thread is long. */
const MOST_SPAN = 2 ** 40

/**
 * The entries that follow a position, without a hole; empty where none follow. `page` gives the newest entries before
 * a position, at most a page of them. An entry takes as many positions as it has steps: where none begins in so many,
 * more are looked over; where more begin than a page holds, fewer. `head`: the newest position, where it is known.
 */
export async function pageAfter(
  position: number,
  page: (before: number) => Promise<Entry[]>,
  head: () => number,
): Promise<Entry[]> {
  // Each position begins one entry at most: a span of a page's length can have no hole.
  let span: number = LIMITS.pageEntries
  let [empty, holed] = [0, Infinity]
  for (;;) {
    const read = await page(position + span + 1)
    const fresh = read.filter((entry) => entry.position > position)
    const isWhole = span - empty <= LIMITS.pageEntries || read.length < LIMITS.pageEntries || fresh.length < read.length
    if (isWhole && fresh.length > 0) return fresh
    if (isWhole && (position + span >= head() || span >= MOST_SPAN)) return []
    if (isWhole) empty = span
    else holed = span
    span = holed === Infinity ? span * 8 : Math.ceil((empty + holed) / 2)
  }
}
