import { createEffect, on, onCleanup, onMount, type Accessor } from 'solid-js'

/** How far before an edge comes into view the next page is asked for. */
const AHEAD = '800px 0px'

/** Calls when a mark at the edge of a list comes near the view, again after each `state` that it leads to. */
export function createEdgeWatch(
  scroller: Accessor<HTMLElement | undefined>,
  mark: Accessor<HTMLElement | undefined>,
  state: Accessor<readonly [wanted: boolean, ...unknown[]]>,
  act: () => void,
): void {
  onMount(() => {
    const watcher = new IntersectionObserver((hits) => hits.some((hit) => hit.isIntersecting) && act(), {
      root: scroller() ?? null,
      rootMargin: AHEAD,
    })
    // Observed anew after each page: an intersection that lasts is reported only once.
    createEffect(
      on(state, ([wanted]) => {
        const element = mark()
        if (element === undefined) return
        watcher.unobserve(element)
        if (wanted) watcher.observe(element)
      }),
    )
    onCleanup(() => watcher.disconnect())
  })
}
