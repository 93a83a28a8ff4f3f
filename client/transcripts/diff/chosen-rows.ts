import { createMemo, createSignal, type Accessor } from 'solid-js'
import type { CommentedLines } from '../../review/comment-sheet.tsx'
import type { DiffRow } from './diff-model.ts'

/** Rows of a diff that somebody is about to comment on: one by a tap, several by keys. */
export interface RowRange {
  has(row: DiffRow): boolean
  indexOf(row: DiffRow): number
  /** Whether Tab stops at this row's button. */
  isStop(row: DiffRow): boolean
  /** A press on one row: a comment on it, or on the range that it ends. */
  choose(row: DiffRow): void
  onKeyDown(event: KeyboardEvent): void
}

/** Follows the keys over the buttons of rows (`data-row` is the row's index). `done` gets the rows to comment on. */
export function createRange(
  rows: Accessor<readonly DiffRow[]>,
  host: Accessor<Element | undefined>,
  done: (rows: readonly DiffRow[]) => void,
): RowRange {
  const [cursor, setCursor] = createSignal(0)
  const [anchor, setAnchor] = createSignal<number | null>(null)
  const bounds = (): readonly [number, number] | null => {
    const from = anchor()
    return from === null ? null : [Math.min(from, cursor()), Math.max(from, cursor())]
  }
  const places = createMemo(() => new Map(rows().map((row, at) => [row, at])))
  const indexOf = (row: DiffRow): number => places().get(row) ?? -1

  function move(by: number, extend: boolean): void {
    const to = Math.min(rows().length - 1, Math.max(0, cursor() + by))
    if (extend && anchor() === null) setAnchor(cursor())
    if (!extend) setAnchor(null)
    setCursor(to)
    host()?.querySelector<HTMLElement>(`[data-row="${to}"]`)?.focus()
  }

  return {
    has(row) {
      const range = bounds()
      if (range === null) return false
      const at = indexOf(row)
      return at >= range[0] && at <= range[1]
    },
    indexOf,
    isStop: (row) => indexOf(row) === cursor(),
    choose(row) {
      const at = indexOf(row)
      const range = bounds()
      const chosen = range !== null && at >= range[0] && at <= range[1] ? rows().slice(range[0], range[1] + 1) : [row]
      setAnchor(null)
      setCursor(at)
      done(chosen)
    },
    onKeyDown(event) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      const target = event.target instanceof HTMLElement ? event.target.dataset['row'] : undefined
      if (target === undefined) return
      event.preventDefault()
      setCursor(Number(target))
      move(event.key === 'ArrowDown' ? 1 : -1, event.shiftKey)
    },
  }
}

/** What a comment on these rows is about: lines of the new text, or of the old one where all of them are gone. */
export function linesOfRange(path: string, chosen: readonly DiffRow[]): CommentedLines {
  const kept = chosen.filter((row) => row.newLine !== null)
  const removed = kept.length === 0
  const about = removed ? chosen : kept
  const numbers = about.map((row) => (removed ? row.oldLine : row.newLine) ?? 0)
  return {
    path,
    from: numbers[0] ?? 0,
    to: numbers.at(-1) ?? 0,
    removed,
    quote: about.map((row) => row.text).join('\n'),
  }
}
