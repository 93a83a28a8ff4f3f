import type { Entry } from '../../shared/transcripts/transcript.ts'
import { liveEntry, type LiveEntry } from './live-entry.ts'

/**
 * The list after a whole tail has come. `known` is without holes up to position `reach`; `tail` is without holes from
 * `firstPosition` on, and may hold older entries that are still open: those stand in the list only where their
 * neighbours do. Where the tail begins behind a gap, only the tail remains: what is older is fetched again.
 */
export function joinTail(
  known: readonly Entry[],
  reach: number,
  tail: readonly Entry[],
  firstPosition: number,
): Entry[] {
  const newest = tail.filter((entry) => entry.position >= firstPosition)
  if (firstPosition > reach + 1) return newest
  const fresh = new Map(tail.map((entry) => [entry.entryId, entry]))
  const older = known.filter((entry) => entry.position < firstPosition)
  return [...older.map((entry) => fresh.get(entry.entryId) ?? entry), ...newest]
}

/** Puts an entry in its place, or brings the one that is there up to date. */
export function upsert(entries: LiveEntry[], entry: Entry): void {
  let at = entries.length
  while (at > 0 && (entries[at - 1]?.position ?? 0) > entry.position) at -= 1
  const mine = entries[at - 1]
  if (mine?.entryId !== entry.entryId) {
    entries.splice(at, 0, liveEntry(entry))
    return
  }
  mine.update(entry)
}
