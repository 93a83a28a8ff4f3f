import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../browser/stage.ts'
import { figureLines, type Figure } from '../figures.ts'
import { coldStart } from './cold-start.ts'
import { lighthouseScore } from './lighthouse-score.ts'
import { longThread } from './long-thread.ts'
import { streaming } from './streaming.ts'

/** How a run of the app's figures is cut short. */
export interface ClientRun {
  /** How often the parts run that can be run again: cold start and Lighthouse. */
  readonly rounds: number
  /** A look, in three minutes. */
  readonly quick: boolean
  /** One part alone; undefined: all of them. */
  readonly part?: string | undefined
}

type Part = (browser: Browser, run: ClientRun) => Promise<Figure[]>

/** Everything that is measured of the app, in this order. */
const PARTS: Readonly<Record<string, Part>> = {
  streaming: (browser, { quick }) => streaming(browser, quick ? 10 : 60),
  'cold-start': (browser, { quick, rounds }) => coldStart(browser, quick ? 2 : rounds),
  'long-thread': (browser) => longThread(browser, 1000),
  'longest-thread': async (browser, { quick }) => (quick ? [] : longThread(browser, 10_000)),
  lighthouse: (_browser, { quick, rounds }) => lighthouseScore(quick ? 1 : rounds),
}

/** The names of the parts. */
export const CLIENT_PARTS: readonly string[] = Object.keys(PARTS)

/** What a phone of the middle class has to do: every figure of the app itself. */
export async function client(run: ClientRun): Promise<Figure[]> {
  const browser = await launchBrowser({ whole: true })
  try {
    const figures: Figure[] = []
    for (const [name, measure] of Object.entries(PARTS)) {
      if (run.part !== undefined && run.part !== name) continue
      const part = await measure(browser, run)
      // Told as they come: what fails in the end shall not cost the minutes before it.
      console.error(figureLines(part))
      figures.push(...part)
    }
    return figures
  } finally {
    await browser.close()
  }
}
