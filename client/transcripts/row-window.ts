import type { Entry } from '../../shared/transcripts/transcript.ts'

/** A stretch of a list: from the first row up to, but without, `to`. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The rows of a list that are in the page; what is above and below them is empty room of their heights. */
export interface RowWindow extends Stretch {
  readonly entries: readonly Entry[]
}

/** Rows that are made at once where a list is opened: they fill a phone, and what is missing comes frame by frame. */
const FIRST_ROWS = 12
/** More than any screen shows with what is around it; an end that is followed while nobody looks lets go of the rest. */
const MOST_ROWS = 200

/** The end of a list. */
export function lastRows(entries: readonly Entry[]): RowWindow {
  return { entries, from: Math.max(0, entries.length - FIRST_ROWS), to: entries.length }
}

/** The rows around one of them, which is to be gone to. */
export function rowsAround(entries: readonly Entry[], at: number): RowWindow {
  return { entries, from: Math.max(0, at - FIRST_ROWS / 2), to: Math.min(entries.length, at + FIRST_ROWS) }
}

/**
 * The rows after the list has changed: the same ones, and, where they reached its end, what has come there. A list that
 * has none of them is shown from its end.
 */
export function followRows(before: RowWindow, entries: readonly Entry[], isAtEnd: boolean): RowWindow {
  const from = indexOf(entries, before.entries[before.from])
  const last = indexOf(entries, before.entries[before.to - 1])
  if (from === -1 || last === -1) return lastRows(entries)
  const isFollowing = before.to === before.entries.length
  if (!isFollowing) return { entries, from, to: last + 1 }
  // What came in one go is made row by row, save where somebody waits for it at the end.
  if (entries.length - last - 1 > FIRST_ROWS) return isAtEnd ? lastRows(entries) : { entries, from, to: last + 1 }
  return { entries, from: Math.max(from, entries.length - MOST_ROWS), to: entries.length }
}

/** The place of an entry in a list by rising position; -1 where it is not there. */
export function indexOf(entries: readonly Entry[], entry: Entry | undefined): number {
  if (entry === undefined) return -1
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.position ?? Infinity) < entry.position) low = middle + 1
    else high = middle
  }
  return entries[low]?.entryId === entry.entryId ? low : -1
}

/** What is known of where rows stand. px are counted downwards from the upper edge of the first row in the page. */
export interface RowGeometry {
  readonly rows: Stretch
  /** Of the whole list. */
  readonly count: number
  /** px of a row, as measured, or as may be expected. */
  height(at: number): number
  /** The edges of the view. */
  readonly top: number
  readonly bottom: number
}

/**
 * The rows that should be in the page: those in view first, then as much again above and below. At most `most` are new;
 * to be asked again in the next frame until nothing changes. Where `isKept`, none is let go.
 */
export function fitRows(geometry: RowGeometry, most: number, isKept = false): Stretch {
  const { rows, top, bottom } = geometry
  const ahead = bottom - top
  const inView = reach(geometry, top, bottom)
  if (inView.to <= rows.from || inView.from >= rows.to) {
    // Somebody went further in a frame than rows are ready.
    return { from: Math.max(inView.from, inView.to - most), to: inView.to }
  }
  const far = isKept ? rows : reach(geometry, top - 1.5 * ahead, bottom + 1.5 * ahead)
  let [from, to, left] = [Math.max(rows.from, far.from), Math.min(rows.to, far.to), most]
  for (const wanted of [inView, reach(geometry, top - ahead, bottom + ahead)]) {
    for (; left > 0 && to < wanted.to; left -= 1) to += 1
    for (; left > 0 && from > wanted.from; left -= 1) from -= 1
  }
  return { from, to }
}

/** The rows of which something lies between two heights; at least one. */
function reach({ rows, count, height }: RowGeometry, top: number, bottom: number): Stretch {
  let [from, y] = [rows.from, 0]
  while (from > 0 && y > top) y -= height((from -= 1))
  while (from < count - 1 && y + height(from) <= top) y += height(from++)
  let to = from
  do y += height(to++)
  while (to < count && y < bottom)
  return { from, to }
}
