/** Between which two a thing stands; null: at that end. */
export interface Neighbours {
  readonly after: string | null
  readonly before: string | null
}

/** Between which ids the one at `from` stands once it is put at place `to`; null where that is no other place. */
export function neighboursAt(ids: readonly string[], from: number, to: number): Neighbours | null {
  if (from === to || from < 0 || to < 0 || from >= ids.length || to >= ids.length) return null
  const rest = ids.toSpliced(from, 1)
  return { after: rest[to - 1] ?? null, before: rest[to] ?? null }
}

/**
 * The place of a row that is dragged: it passes another once its middle is beyond that one's. `middles`: of all rows
 * where they stood before, in px; `middle`: of the dragged one now.
 */
export function placeOf(middles: readonly number[], from: number, middle: number): number {
  const above = middles.slice(0, from).filter((other) => other <= middle).length
  const below = middles.slice(from + 1).filter((other) => other < middle).length
  return above + below
}
