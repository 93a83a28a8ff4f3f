import type { Page } from 'playwright-core'

/** What a page went through while it was watched. */
export interface Seen {
  /** Frames that took longer than 50 ms, a minute. */
  readonly slowFrames: number
  /** From a key to the frame that shows it: the 95th percentile, in ms. NaN where nothing was typed. */
  readonly typing: number
  /** Pixels that the text in sight was moved in all, from frame to frame, without anybody scrolling. */
  readonly moved: number
  /** The browser's own score of layout shifts, of all of them together. */
  readonly shift: number
}

/** A frame that takes longer is felt. */
const SLOW_MS = 50

/** Watches a page until `during` is done. `held`: what should stay where it is. */
export async function watch(page: Page, held: string | null, during: () => Promise<void>): Promise<Seen> {
  await page.evaluate(begin, { slowMs: SLOW_MS, held })
  await during()
  const { slow, minutes, typing, ...seen } = await page.evaluate(() => window.endProbe())
  return { ...seen, slowFrames: slow / minutes, typing: percentile(typing, 0.95) }
}

/** Types words into a field for so long, as people type them. */
export async function typeFor(page: Page, field: string, seconds: number): Promise<void> {
  await page.locator(field).first().focus()
  const end = Date.now() + seconds * 1000
  for (let key = 0; Date.now() < end; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'abcdefgh'.charAt(key % 8))
    await page.waitForTimeout(KEY_MS)
  }
}

/** Between two keys of somebody who types with two thumbs. */
const KEY_MS = 150

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

interface Probed {
  readonly slow: number
  readonly minutes: number
  readonly typing: number[]
  readonly moved: number
  readonly shift: number
}

declare global {
  interface Window {
    endProbe: () => Probed
  }
}

/** A layout shift, which the DOM's types do not know. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** In the page. */
function begin({ slowMs, held }: { slowMs: number; held: string | null }): void {
  const typing: number[] = []
  const began = performance.now()
  let [slow, moved, shift, last, isOver] = [0, 0, 0, began, false]
  const onInput = (event: Event): void => {
    const at = event.timeStamp
    requestAnimationFrame(() => setTimeout(() => typing.push(performance.now() - at)))
  }
  const frame = (now: number): void => {
    if (isOver) return
    if (now - last > slowMs) slow += 1
    last = now
    requestAnimationFrame(frame)
  }
  addEventListener('input', onInput, true)
  requestAnimationFrame(frame)
  const shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) shift += entry.hadRecentInput ? 0 : entry.value
  })
  shifts.observe({ type: 'layout-shift', buffered: false })
  const hold = held === null ? null : holdOn(held)
  window.endProbe = () => {
    isOver = true
    removeEventListener('input', onInput, true)
    shifts.disconnect()
    hold?.disconnect()
    return { slow, minutes: (performance.now() - began) / 60_000, typing, moved, shift }
  }

  /**
   * Looks where the first one in sight stands whenever what holds it has grown: after the app, whose observers are
   * older, has put it back, and before anybody sees it.
   */
  function holdOn(selector: string): ResizeObserver {
    const inSight = (): Element => {
      const found = [...document.querySelectorAll(selector)].find((one) => one.getBoundingClientRect().bottom > 120)
      if (found === undefined) throw new Error(`There is no ${selector} in sight.`)
      return found
    }
    let element = inSight()
    let place = element.getBoundingClientRect().top
    const observer = new ResizeObserver(() => {
      // A part of a message that still grew is drawn anew.
      const isGone = !element.isConnected
      if (isGone) element = inSight()
      const top = element.getBoundingClientRect().top
      if (!isGone) moved += Math.abs(top - place)
      place = top
    })
    for (let one = element.parentElement; one !== null; one = one.parentElement) observer.observe(one)
    return observer
  }
}
