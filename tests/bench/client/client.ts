import { launchBrowser } from '../../browser/stage.ts'
import { figureLines, type Figure } from '../figures.ts'
import { coldStart } from './cold-start.ts'
import { lighthouseScore } from './lighthouse-score.ts'
import { longThread } from './long-thread.ts'
import { streaming } from './streaming.ts'

/** What a phone of the middle class has to do: every figure of the app itself. `quick`: a look, in two minutes. */
export async function client(rounds: number, quick: boolean): Promise<Figure[]> {
  const browser = await launchBrowser({ whole: true })
  try {
    const figures: Figure[] = []
    // Told as they come: what fails in the end shall not cost the minutes before it.
    const add = (part: readonly Figure[]): void => {
      console.error(figureLines(part))
      figures.push(...part)
    }
    add(await streaming(browser, quick ? 10 : 60))
    add(await coldStart(browser, quick ? 2 : rounds))
    for (const entries of quick ? [1000] : [1000, 10_000]) add(await longThread(browser, entries))
    add(await lighthouseScore(quick ? 1 : rounds))
    return figures
  } finally {
    await browser.close()
  }
}
