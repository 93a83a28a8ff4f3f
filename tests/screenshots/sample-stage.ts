import type { Browser, Page } from 'playwright-core'
import { letIn, somebody } from '../browser/browser-device.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { sampleFleet, type SampleFleet } from './sample-fleet.ts'
import type { Screen } from './screens.ts'

/** A relay with the sample fleet, and pages that look at it. */
export interface SampleStage {
  readonly relay: RelayProcess
  readonly sample: SampleFleet
  /** The page of whoever looks; the same one each time. */
  page(as?: Screen['as']): Promise<Page>
  /** Opens a screen and does what somebody does on it first. The page of it, ready. */
  open(screen: Screen): Promise<Page>
  close(): Promise<void>
}

/** How a sample is looked at. */
export interface SampleOptions {
  /** What ages are counted in: see {@link sampleFleet}. */
  readonly unit: number
  /** Pixels for each CSS pixel; one where nothing is said. */
  readonly scale?: number
  /** The owner has not looked around yet. */
  readonly isNew?: boolean
  /** The language of the browser: a BCP 47 tag. */
  readonly locale?: string
}

/** Starts a relay and fills it. */
export async function openSampleStage(
  browser: Browser,
  { unit, scale = 1, isNew = false, locale = 'en' }: SampleOptions,
): Promise<SampleStage> {
  const relay = await startRelayProcess()
  const sample = await sampleFleet(relay, unit)
  const pages = new Map<Screen['as'], Page>()
  const pageOf: SampleStage['page'] = async (as) => {
    const there = pages.get(as)
    if (there !== undefined) return there
    const context = await browser.newContext({ deviceScaleFactor: scale, reducedMotion: 'reduce', locale })
    const page = await context.newPage()
    pages.set(as, page)
    if (as === undefined) {
      await letIn(page, relay, (await relay.owner()).person)
      if (isNew) return page
      await page.locator('.orb-row').first().waitFor()
      await page.evaluate(() => localStorage.setItem('perigee:welcomed', '1'))
      await page.reload()
    }
    if (as === 'nobody') await letIn(page, relay, somebody('Eve', []))
    return page
  }
  return {
    relay,
    sample,
    page: pageOf,
    async open(screen) {
      const page = await pageOf(screen.as)
      await page.goto(relay.url + screen.path(sample))
      await page.locator(screen.ready).filter({ visible: true }).first().waitFor()
      await screen.act?.(page)
      return page
    },
    async close() {
      for (const page of pages.values()) await page.context().close()
      await relay.dispose()
    },
  }
}
