/** What can be fetched before it is asked for. */
export interface Ahead {
  /** What is likely next, most likely first: fetched one after another, each when the device has nothing else to do. */
  readonly likely: readonly (() => Promise<void>)[]
  /** The page at a path of this app: a pointer or the focus is on a link to it. */
  page(path: string): void
}

/** Safari has no requestIdleCallback; by then the first screen stands. */
const SETTLED_MS = 2_000

/** What shows that a person is about to follow a link. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const

/** Fetches pages before they are needed. Where a person saves data, only what a finger is already on. Returns the way to stop. */
export function aheadOfNeed(ahead: Ahead): () => void {
  const onSign = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link !== null && link.origin === location.origin) ahead.page(link.pathname)
  }
  for (const sign of SIGNS) document.addEventListener(sign, onSign, { passive: true })
  const stopWaiting = savesData() ? () => undefined : oneByOne(ahead.likely)
  return () => {
    stopWaiting()
    for (const sign of SIGNS) document.removeEventListener(sign, onSign)
  }
}

/** Code that is run in one go is a long task on a phone, in which no finger is heard. */
function oneByOne(steps: readonly (() => Promise<void>)[]): () => void {
  let stop: () => void = () => undefined
  let stopped = false
  const go = (at: number): void => {
    const step = steps[at]
    if (step === undefined || stopped) return
    stop = whenIdle(() => void step().then(() => go(at + 1)))
  }
  go(0)
  return () => {
    stopped = true
    stop()
  }
}

function whenIdle(then: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(then, SETTLED_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(then, { timeout: SETTLED_MS })
  return () => cancelIdleCallback(idle)
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
