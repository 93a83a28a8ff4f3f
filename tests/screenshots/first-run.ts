import type { Browser, Page } from 'playwright-core'
import { firstWords } from '../../client/devices/first/words.ts'
import { phraseWords } from '../../client/devices/phrase/words.ts'
import { startRelayProcess } from '../support/relay-process.ts'

/** Takes a page as it stands, under a name. */
export type Take = (page: Page, name: string) => Promise<void>

/** The names of what {@link takeFirstRun} takes. */
export const FIRST_RUN = ['unpaired', 'owner', 'phrase', 'empty-fleet'].map((name) => 'first-run-' + name)

/** What the first owner of a new relay goes through, until an empty fleet. */
export async function takeFirstRun(browser: Browser, take: Take): Promise<void> {
  const relay = await startRelayProcess()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    await page.goto(relay.url)
    await page.locator('.door').waitFor()
    await take(page, 'first-run-unpaired')
    await page.goto(relay.url + (relay.pairing?.path ?? ''))
    await page.getByLabel(firstWords.yourName).fill('Ada')
    await take(page, 'first-run-owner')
    await page.getByRole('button', { name: firstWords.confirm }).click()
    await page.getByRole('heading', { name: phraseWords.title }).waitFor()
    await take(page, 'first-run-phrase')
    await page.getByRole('button', { name: phraseWords.done }).click()
    await page.locator('.welcome').waitFor()
    await take(page, 'first-run-empty-fleet')
  } finally {
    await context.close()
    await relay.dispose()
  }
}
