import type { DiffRow } from './diff-model.ts'

/** A stretch of a row's text, from and up to these characters. */
export type Stretch = readonly [from: number, to: number]

/** Where more than this share of a line changed, marking it says nothing. */
const MOST_SHARE = 0.7

/**
 * Which part of each row changed, where a removed line has its counterpart among the lines added in its place: what lies
 * between their common start and their common end, in whole words.
 */
export function wordChanges(rows: readonly DiffRow[]): ReadonlyMap<DiffRow, Stretch> {
  const changes = new Map<DiffRow, Stretch>()
  for (let at = 0; at < rows.length;) {
    const removed = runOf(rows, at, 'remove')
    const added = runOf(rows, at + removed.length, 'add')
    if (removed.length === added.length) {
      for (const [index, before] of removed.entries()) {
        const after = added[index]
        if (after !== undefined) markPair(before, after, changes)
      }
    }
    at += Math.max(1, removed.length + added.length)
  }
  return changes
}

function runOf(rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): readonly DiffRow[] {
  let end = from
  while (rows[end]?.kind === kind) end += 1
  return rows.slice(from, end)
}

function markPair(before: DiffRow, after: DiffRow, changes: Map<DiffRow, Stretch>): void {
  const [one, two] = [before.text, after.text]
  const least = Math.min(one.length, two.length)
  let head = 0
  while (head < least && one[head] === two[head]) head += 1
  while (head > 0 && isWord(one[head - 1]) && (isWord(one[head]) || isWord(two[head]))) head -= 1
  let tail = 0
  while (tail < least - head && one[one.length - 1 - tail] === two[two.length - 1 - tail]) tail += 1
  while (
    tail > 0 &&
    isWord(one[one.length - tail]) &&
    (isWord(one[one.length - tail - 1]) || isWord(two[two.length - tail - 1]))
  ) {
    tail -= 1
  }
  const shares = [one, two].map((text) => (text.length - tail - head) / Math.max(1, text.trim().length))
  if (Math.max(...shares) > MOST_SHARE) return
  if (one.length - tail > head) changes.set(before, [head, one.length - tail])
  if (two.length - tail > head) changes.set(after, [head, two.length - tail])
}

/** Half a surrogate pair counts as a letter, so that no pair is parted. */
function isWord(letter: string | undefined): boolean {
  return letter !== undefined && /[\w\u0080-\uffff]/.test(letter)
}
