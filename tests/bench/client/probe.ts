import type { Page } from 'playwright-core'

/** What a page went through while it was watched. */
export interface Seen {
  /** Frames that took longer than 50 ms, a minute. */
  readonly slowFrames: number
  /** From a key to the frame that shows it: the 95th percentile, in ms. NaN where nothing was typed. */
  readonly typing: number
  /** Pixels that the text in sight was moved in all, without anybody scrolling. */
  readonly moved: number
}

/** A frame that takes longer is felt. */
const SLOW_MS = 50

/** Watches a page until `during` is done. `held`: what should stay where it is. */
export async function watch(page: Page, held: string | null, during: () => Promise<void>): Promise<Seen> {
  await page.evaluate(begin, { slowMs: SLOW_MS, held })
  await during()
  const { slow, minutes, typing, moved } = await page.evaluate(() => window.endProbe())
  return { slowFrames: slow / minutes, typing: percentile(typing, 0.95), moved }
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
}

declare global {
  interface Window {
    endProbe: () => Probed
  }
}

/** In the page. */
function begin({ slowMs, held }: { slowMs: number; held: string | null }): void {
  const typing: number[] = []
  const began = performance.now()
  let [slow, moved, last, isOver] = [0, 0, began, false]
  const element = held === null ? null : inSight(held)
  let place = element?.getBoundingClientRect().top ?? 0
  const onInput = (event: Event): void => {
    const at = event.timeStamp
    requestAnimationFrame(() => setTimeout(() => typing.push(performance.now() - at)))
  }
  const frame = (now: number): void => {
    if (isOver) return
    if (now - last > slowMs) slow += 1
    last = now
    if (element !== null) {
      const top = element.getBoundingClientRect().top
      moved += Math.abs(top - place)
      place = top
    }
    requestAnimationFrame(frame)
  }
  addEventListener('input', onInput, true)
  requestAnimationFrame(frame)
  window.endProbe = () => {
    isOver = true
    removeEventListener('input', onInput, true)
    return { slow, minutes: (performance.now() - began) / 60_000, typing, moved }
  }

  function inSight(selector: string): Element | null {
    const all = [...document.querySelectorAll(selector)]
    return all.find((one) => one.getBoundingClientRect().bottom > 120) ?? null
  }
}
