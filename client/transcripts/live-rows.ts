import { createEffect, createMemo, createSignal, on, onCleanup, untrack, type Accessor } from 'solid-js'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { fitRows, followRows, lastRows, rowsAround, type RowWindow } from './row-window.ts'

/** The rows of a long list that are in the page, and the empty room in place of the others, in px. */
export interface LiveRows {
  readonly rows: Accessor<readonly Entry[]>
  readonly above: Accessor<number>
  readonly below: Accessor<number>
  /** Has the row of an entry made, at once. */
  bring(entryId: string): void
  /** Has the last rows made, at once. */
  bringEnd(): void
}

/** The elements and facts that {@link createLiveRows} works on. */
export interface LiveRowsContext {
  readonly scroller: Accessor<HTMLElement | undefined>
  /** Has one child for each row, and nothing else. */
  readonly list: Accessor<HTMLElement | undefined>
  readonly entries: Accessor<readonly Entry[]>
  readonly isAtEnd: Accessor<boolean>
}

/** New rows in a frame at most, while frames come in time; on a slow phone a row takes some ms. */
const ROWS_A_FRAME = 8
/** A frame that takes longer has made too many. */
const LATE_MS = 40
/** px of a row that was never there. */
const EXPECTED_PX = 72

/**
 * Keeps those rows in the page that are in view or near it, so that a list of any length weighs as much as one screen.
 * A row's height is remembered: what is let go leaves room of just that height.
 */
export function createLiveRows({ scroller, list, entries, isAtEnd }: LiveRowsContext): LiveRows {
  const heights = new Map<string, number>()
  const heightOf = (entry: Entry | undefined): number => heights.get(entry?.entryId ?? '') ?? EXPECTED_PX
  const [moved, setMoved] = createSignal<RowWindow>()
  const shown = createMemo<RowWindow>((before) => {
    const now = entries()
    const wanted = moved()
    const last = wanted !== undefined && wanted.entries === now ? wanted : before
    return last.entries === now ? last : followRows(last, now, untrack(isAtEnd))
  }, lastRows([]))
  const room = (from: number, to: number): number => {
    const { entries: all } = shown()
    let px = 0
    for (let at = from; at < to; at += 1) px += heightOf(all[at])
    return px
  }

  function measure(rows: HTMLCollection): void {
    const { entries: all, from } = untrack(shown)
    for (let at = 0; at < rows.length; at += 1) {
      const entry = all[from + at]
      if (entry !== undefined) heights.set(entry.entryId, rows[at]?.getBoundingClientRect().height ?? EXPECTED_PX)
    }
  }

  let [most, lastFrame] = [ROWS_A_FRAME / 2, 0]
  function pace(now: number): void {
    most = now - lastFrame > LATE_MS ? Math.max(1, most >> 1) : Math.min(ROWS_A_FRAME, most + 1)
    lastFrame = now
  }

  function fit(now: number): void {
    const [outer, inner] = [scroller(), list()]
    const first = inner?.firstElementChild
    if (outer === undefined || inner === undefined || first === null || first === undefined) return
    pace(now)
    measure(inner.children)
    const { entries: all, from, to } = untrack(shown)
    const zero = first.getBoundingClientRect().top
    const view = outer.getBoundingClientRect()
    const fitted = fitRows(
      {
        rows: { from, to },
        count: all.length,
        height: (at) => heightOf(all[at]),
        top: view.top - zero,
        bottom: view.bottom - zero,
      },
      most,
      isSelecting(inner),
    )
    if (fitted.from === from && fitted.to === to) return
    const hadFocus = inner.contains(document.activeElement)
    setMoved({ entries: all, ...fitted })
    // With the row that had it gone, the keys that scroll would be lost too.
    if (hadFocus && !inner.contains(document.activeElement)) outer.focus({ preventScroll: true })
    plan()
  }

  let frame: number | undefined
  function plan(): void {
    frame ??= requestAnimationFrame((now) => {
      frame = undefined
      fit(now)
    })
  }

  createEffect(() => {
    const [outer, inner] = [scroller(), list()]
    if (outer === undefined || inner === undefined) return
    const watcher = new ResizeObserver(plan)
    watcher.observe(outer)
    watcher.observe(inner)
    outer.addEventListener('scroll', plan, { passive: true })
    onCleanup(() => {
      watcher.disconnect()
      outer.removeEventListener('scroll', plan)
    })
  })
  createEffect(on(shown, plan))
  onCleanup(() => frame !== undefined && cancelAnimationFrame(frame))

  return {
    rows: createMemo(() => shown().entries.slice(shown().from, shown().to)),
    above: createMemo(() => room(0, shown().from)),
    below: createMemo(() => room(shown().to, shown().entries.length)),
    bring(entryId) {
      const all = untrack(entries)
      const at = all.findIndex((entry) => entry.entryId === entryId)
      const { from, to } = untrack(shown)
      if (at !== -1 && (at < from || at >= to)) setMoved(rowsAround(all, at))
    },
    bringEnd() {
      const all = untrack(entries)
      if (untrack(shown).to < all.length) setMoved(lastRows(all))
    },
  }
}

/** Rows between the ends of a selection belong to it. */
function isSelecting(list: HTMLElement): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(list, true)
}
