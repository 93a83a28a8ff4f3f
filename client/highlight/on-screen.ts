/** How far outside the view something counts as about to be seen. */
const MARGIN = '400px'

const waiting = new Map<Element, () => void>()
let watcher: IntersectionObserver | undefined

/** Calls once when an element comes near the view. Gives the way to call it off. */
export function whenOnScreen(element: Element, act: () => void): () => void {
  watcher ??= new IntersectionObserver(
    (hits) => {
      for (const { isIntersecting, target } of hits) {
        if (!isIntersecting) continue
        const found = waiting.get(target)
        forget(target)
        found?.()
      }
    },
    { rootMargin: MARGIN },
  )
  waiting.set(element, act)
  watcher.observe(element)
  return () => forget(element)
}

function forget(element: Element): void {
  waiting.delete(element)
  watcher?.unobserve(element)
}
