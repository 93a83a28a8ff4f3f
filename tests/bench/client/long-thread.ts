import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openStage, prompt } from '../../browser/stage.ts'
import { figure, type Figure } from '../figures.ts'
import { heapOf, PHONE, slowDown } from './phone.ts'
import { watch } from './probe.ts'

/** Scrolled up by half a phone's height each frame for at most so long. */
const SCROLL_S = 20

/** What became of a long thread that was opened and scrolled up. */
interface Pass {
  /** ms from the address to entries on screen. */
  readonly opened: number
  /** Frames over 50 ms while it was scrolled, a minute. */
  readonly slowFrames: number
  /** Entries that were in the page in the end. */
  readonly entries: number
  /** MB that its scripts held then. */
  readonly heap: number
}

/** A thread of so many entries: opened at its end, scrolled towards its start; against as many paragraphs in one page. */
export async function longThread(browser: Browser, entries: number): Promise<Figure[]> {
  const stage = await openStage(browser)
  try {
    const { context, page } = await stage.device(PHONE)
    await prompt(page, `@many ${entries}`)
    await page.getByText('Run ended').waitFor({ timeout: 300_000 })
    const url = page.url()
    await page.close()
    const ours = await pass(context, url, '[data-entry]', '.transcript-scroller')
    const peer = await pass(context, barePage(entries), 'p', 'div')
    const against = 'as many paragraphs in one page'
    const name = (what: string): string => `thread of ${entries.toLocaleString('en')}: ${what}`
    const row = (what: string, unit: string, of: keyof Pass): Figure =>
      figure({ name: name(what), unit, better: 'less', against, ours: [ours[of]], peer: [peer[of]] })
    return [
      row('address to entries on screen', 'ms', 'opened'),
      row('frames over 50 ms while scrolled up', '1/min', 'slowFrames'),
      row('entries in the page after that', 'entries', 'entries'),
      row('heap after that', 'MB', 'heap'),
    ]
  } finally {
    await stage.close()
  }
}

/** Opens a thread on a slowed down page of its own, and scrolls up. */
async function pass(context: BrowserContext, url: string, entry: string, scroller: string): Promise<Pass> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  const opened = await page.evaluate(firstSeen, entry)
  const { slowFrames } = await watch(page, null, () => scrollUp(page, scroller))
  const entries = await page.locator(entry).count()
  const heap = await heapOf(page)
  await page.close()
  return { opened, slowFrames, entries, heap }
}

function firstSeen(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => resolve(performance.now()))
    }
    look()
  })
}

async function scrollUp(page: Page, scroller: string): Promise<void> {
  await page
    .locator(scroller)
    .first()
    .evaluate(
      (element, ms) =>
        new Promise<void>((resolve) => {
          const end = performance.now() + ms
          const step = (): void => {
            element.scrollTop -= element.clientHeight / 2
            if (performance.now() < end) requestAnimationFrame(step)
            else resolve()
          }
          step()
        }),
      SCROLL_S * 1000,
    )
}

function barePage(entries: number): string {
  const paragraphs = Array.from({ length: entries }, (_, at) => `<p>Entry ${at + 1} of ${entries}.`).join('')
  const html = `<body style="margin:0"><div style="height:700px;overflow:auto;display:flex;flex-direction:column-reverse"><section>${paragraphs}</section></div>`
  return 'data:text/html,' + encodeURIComponent(html)
}
