import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js'
import { placeOf } from './queue-order.ts'

/** So near to an end of a list that scrolls, a drag scrolls it, by so many px a move. */
const EDGE_PX = 28
const SCROLL_PX = 8

/** A row under way: where it began, where it would land, and how far it is from where it stood, in px. */
interface Drag {
  readonly from: number
  readonly to: number
  readonly by: number
  readonly height: number
}

/** Rows that are put in order by dragging. */
export interface DragOrder {
  /** For the grip of the row at a place; the grip needs `touch-action: none`. */
  begin(event: PointerEvent & { readonly currentTarget: HTMLElement }, from: number): void
  /** How far the row at a place is to be drawn from where it stands, in px; null: at rest. */
  shiftOf(at: number): number | null
  isDragged(at: number): boolean
}

/**
 * Follows a pointer from a grip to where it lets go. Escape, a cancelled touch, or rows that change meanwhile put all
 * back. `rows`: the elements, in order; `onDrop` is called for another place alone.
 */
export function createDragOrder(
  rows: Accessor<readonly HTMLElement[]>,
  count: Accessor<number>,
  onDrop: (from: number, to: number) => void,
): DragOrder {
  const [drag, setDrag] = createSignal<Drag | null>(null)
  let stop = (): void => undefined

  createEffect((before: number | undefined) => {
    if (before !== undefined && before !== count()) stop()
    return count()
  })
  onCleanup(() => stop())

  function begin(event: PointerEvent & { readonly currentTarget: HTMLElement }, from: number): void {
    if (event.button !== 0) return
    stop()
    event.preventDefault()
    const grip = event.currentTarget
    // Where they stand at rest: a row may still be on its way back from another drag.
    const boxes = rows().map(({ offsetTop, offsetHeight }) => ({ top: offsetTop, height: offsetHeight }))
    const own = boxes[from]
    const scroller = scrollerOf(grip)
    if (own === undefined) return
    const middles = boxes.map((box) => box.top + box.height / 2)
    const [startY, startScroll] = [event.clientY, scroller.scrollTop]
    grip.setPointerCapture(event.pointerId)
    setDrag({ from, to: from, by: 0, height: own.height })

    const move = ({ clientY }: PointerEvent): void => {
      const view = scroller.getBoundingClientRect()
      if (clientY < view.top + EDGE_PX) scroller.scrollTop -= SCROLL_PX
      if (clientY > view.bottom - EDGE_PX) scroller.scrollTop += SCROLL_PX
      const by = clientY - startY + scroller.scrollTop - startScroll
      setDrag({ from, to: placeOf(middles, from, (middles[from] ?? 0) + by), by, height: own.height })
    }
    const drop = (): void => {
      const to = drag()?.to ?? from
      stop()
      if (to !== from) onDrop(from, to)
    }
    const escape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') stop()
    }
    const ends = new AbortController()
    const { signal } = ends
    stop = () => {
      ends.abort()
      setDrag(null)
    }
    grip.addEventListener('pointermove', move, { signal })
    grip.addEventListener('pointerup', drop, { signal })
    grip.addEventListener('pointercancel', stop, { signal })
    addEventListener('keydown', escape, { signal })
  }

  return {
    begin,
    isDragged: (at) => drag()?.from === at,
    shiftOf(at) {
      const now = drag()
      if (now === null) return null
      if (at === now.from) return now.by
      if (at > now.from && at <= now.to) return -now.height
      return at < now.from && at >= now.to ? now.height : 0
    },
  }
}

function scrollerOf(grip: HTMLElement): HTMLElement {
  return grip.closest<HTMLElement>('.queue') ?? grip
}
