import type { Accessor } from 'solid-js'
import { createEffect, createSignal, onCleanup } from 'solid-js'

/** px from the end within which a reader counts as being at it; a rubber band or a rounded zoom is not leaving. */
const AT_END = 24

/** Where a reader is in a list that grows at both ends. */
export interface ScrollAnchor {
  /** True while the end is followed. */
  readonly atEnd: Accessor<boolean>
  /** Goes to the end and follows it. */
  toEnd(): void
  /** Brings an entry to the top of the view, and holds it there. */
  show(element: Element): void
}

/**
 * Keeps what is read in its place. The scroller must be a `column-reverse` flexbox around one `content`: then
 * the end stays in sight by itself and older entries push nothing down. Away from the end, growth below would move
 * the text up; the entry at the top edge is then put back to where it was. The scroller must have `overflow-anchor: none`.
 * Where `isEnd` is false the foot of the list is not the end of the thread, and is not followed either.
 */
export function createScrollAnchor(
  scroller: Accessor<HTMLElement | undefined>,
  content: Accessor<HTMLElement | undefined>,
  isEnd: Accessor<boolean> = () => true,
): ScrollAnchor {
  const [atEnd, setAtEnd] = createSignal(true)
  let held: { element: Element; offset: number; scrollTop: number } | undefined
  let hold = (): void => undefined

  createEffect(() => {
    const [outer, inner] = [scroller(), content()]
    if (outer === undefined || inner === undefined) return

    const offsetOf = (element: Element): number =>
      element.getBoundingClientRect().top - outer.getBoundingClientRect().top
    hold = (): void => {
      const element = firstInSight(inner, outer)
      held = element === undefined ? undefined : { element, offset: offsetOf(element), scrollTop: outer.scrollTop }
    }
    const onScroll = (): void => {
      // In a reversed column the end is 0 and everything above it negative.
      setAtEnd(outer.scrollTop > -AT_END)
      hold()
    }
    const restore = (): void => {
      if (!(atEnd() && isEnd()) && held?.element.isConnected) {
        // What was scrolled since, and is not told yet, is no movement of the text.
        const moved = offsetOf(held.element) - held.offset + outer.scrollTop - held.scrollTop
        if (Math.abs(moved) >= 1) outer.scrollTop += moved
      }
      hold()
    }
    const watcher = new ResizeObserver(restore)
    watcher.observe(inner)
    outer.addEventListener('scroll', onScroll, { passive: true })
    onCleanup(() => {
      watcher.disconnect()
      outer.removeEventListener('scroll', onScroll)
    })
  })

  return {
    atEnd: () => atEnd() && isEnd(),
    toEnd() {
      scroller()?.scrollTo({ top: 0 })
      setAtEnd(true)
    },
    show(element) {
      setAtEnd(false)
      element.scrollIntoView({ block: 'start' })
      // What was far away takes its real size over the next frames; until then this is what is held.
      const outer = scroller()
      if (outer !== undefined) {
        const offset = element.getBoundingClientRect().top - outer.getBoundingClientRect().top
        held = { element, offset, scrollTop: outer.scrollTop }
      }
    },
  }
}

/**
 * The first entry that begins in sight, or else the one that fills the view: of a partly hidden one the hidden part
 * may change its height. By halving, for there may be thousands.
 */
function firstInSight(content: HTMLElement, scroller: HTMLElement): Element | undefined {
  const entries = content.querySelectorAll('[data-entry]')
  const view = scroller.getBoundingClientRect()
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const bottom = entries[middle]?.getBoundingClientRect().bottom ?? 0
    if (bottom > view.top) high = middle
    else low = middle + 1
  }
  const next = entries[low + 1]
  const hidden = (entries[low]?.getBoundingClientRect().top ?? 0) < view.top
  return hidden && next !== undefined && next.getBoundingClientRect().top < view.bottom ? next : entries[low]
}
