/** How far outside the view something counts as about to be seen. */
const MARGIN = '400px'

/** An element may be waited for by several: both sides of a diff are read for the same rows. */
const waiting = new Map<Element, Set<() => void>>()
let watcher: IntersectionObserver | undefined

/** Calls once when an element comes near the view. Gives the way to call it off. */
export function whenOnScreen(element: Element, act: () => void): () => void {
  watcher ??= new IntersectionObserver(
    (hits) => {
      for (const { isIntersecting, target } of hits) {
        if (!isIntersecting) continue
        const acts = waiting.get(target) ?? []
        forget(target)
        for (const one of acts) one()
      }
    },
    { rootMargin: MARGIN },
  )
  const acts = waiting.get(element) ?? new Set()
  waiting.set(element, acts.add(act))
  watcher.observe(element)
  return () => {
    if (acts.delete(act) && acts.size === 0 && waiting.get(element) === acts) forget(element)
  }
}

function forget(element: Element): void {
  waiting.delete(element)
  watcher?.unobserve(element)
}
