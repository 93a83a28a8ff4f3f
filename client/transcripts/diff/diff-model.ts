import { structuredPatch } from 'diff'

/** A line of a diff. Line numbers count from 1 and are null on the side where the line does not exist. */
export interface DiffRow {
  readonly kind: 'same' | 'add' | 'remove'
  readonly text: string
  readonly oldLine: number | null
  readonly newLine: number | null
}

/** Changed lines with three of context. `skipped`: unchanged lines between this hunk and the one before it. */
export interface DiffHunk {
  readonly skipped: number
  readonly rows: readonly DiffRow[]
}

/** What changed in a file, ready to be drawn. */
export type DiffModel =
  | {
      readonly shape: 'text'
      readonly added: number
      readonly removed: number
      readonly hunks: readonly DiffHunk[]
      /** True where the two were too different to be matched line by line: all old lines, then all new ones. */
      readonly coarse: boolean
      /** The last line of the new text has no line feed, and that is a change. */
      readonly endsWithoutNewline: boolean
    }
  | { readonly shape: 'binary' }
  | { readonly shape: 'same' }
  /** Too large to be matched on a phone; the counts of lines are all that is said. */
  | { readonly shape: 'huge'; readonly oldLines: number; readonly newLines: number }

/** Beyond this a page would stall; such a file is looked at elsewhere. Characters of both sides together. */
const MAX_CHARS = 4_000_000
/** Edits that the matcher may try and the time it may take: then the coarse form serves. */
const MATCHER = { context: 3, maxEditLength: 5000, timeout: 200 }

/** The difference of two texts. `oldText` null: the file is new; `newText` null: it is deleted. Pure and total. */
export function diffOf(oldText: string | null, newText: string | null): DiffModel {
  const [before, after] = [oldText ?? '', newText ?? '']
  if (before === after && (oldText === null) === (newText === null)) return { shape: 'same' }
  if (isBinary(before) || isBinary(after)) return { shape: 'binary' }
  if (before.length + after.length > MAX_CHARS) {
    return { shape: 'huge', oldLines: linesOf(before).length, newLines: linesOf(after).length }
  }
  const patch = before === '' || after === '' ? undefined : structuredPatch('', '', before, after, '', '', MATCHER)
  const hunks = patch === undefined ? coarseHunks(before, after) : patch.hunks.map(readHunk)
  const rows = hunks.flatMap((hunk) => hunk.rows)
  return {
    shape: 'text',
    added: rows.filter((row) => row.kind === 'add').length,
    removed: rows.filter((row) => row.kind === 'remove').length,
    hunks: hunks.map((hunk, at) => withSkipped(hunk.rows, hunks[at - 1]?.rows)),
    coarse: patch === undefined && before !== '' && after !== '',
    endsWithoutNewline: after !== '' && !after.endsWith('\n') && (before === '' || before.endsWith('\n')),
  }
}

/** NUL, or bytes that were no UTF-8 in more than one place of a hundred. */
function isBinary(text: string): boolean {
  const head = text.slice(0, 8000)
  return head.includes('\0') || (head.match(/\uFFFD/g)?.length ?? 0) > head.length / 100
}

function readHunk(hunk: { oldStart: number; newStart: number; lines: string[] }): { rows: DiffRow[] } {
  let [oldLine, newLine] = [hunk.oldStart, hunk.newStart]
  const rows: DiffRow[] = []
  for (const line of hunk.lines) {
    const text = line.slice(1)
    if (line.startsWith('+')) rows.push({ kind: 'add', text, oldLine: null, newLine: newLine++ })
    else if (line.startsWith('-')) rows.push({ kind: 'remove', text, oldLine: oldLine++, newLine: null })
    else if (line.startsWith(' ')) rows.push({ kind: 'same', text, oldLine: oldLine++, newLine: newLine++ })
  }
  return { rows }
}

/** What both have in common at either end stays out; the middle is replaced whole. */
function coarseHunks(before: string, after: string): { rows: DiffRow[] }[] {
  const [olds, news] = [linesOf(before), linesOf(after)]
  const least = Math.min(olds.length, news.length)
  let head = 0
  while (head < least && olds[head] === news[head]) head++
  let tail = 0
  while (tail < least - head && olds[olds.length - 1 - tail] === news[news.length - 1 - tail]) tail++
  const removed = olds
    .slice(head, olds.length - tail)
    .map((text, at): DiffRow => ({ kind: 'remove', text, oldLine: head + at + 1, newLine: null }))
  const added = news
    .slice(head, news.length - tail)
    .map((text, at): DiffRow => ({ kind: 'add', text, oldLine: null, newLine: head + at + 1 }))
  return [{ rows: [...removed, ...added] }]
}

function withSkipped(rows: readonly DiffRow[], before: readonly DiffRow[] | undefined): DiffHunk {
  const first = rows.find((row) => row.newLine !== null)?.newLine ?? 1
  const last = before?.findLast((row) => row.newLine !== null)?.newLine ?? 0
  return { rows, skipped: Math.max(0, first - last - 1) }
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
