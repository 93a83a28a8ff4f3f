import type { Browser } from 'playwright-core'
import { openStage, prompt } from '../browser/stage.ts'
import type { Take } from './first-run.ts'

/** The names of what {@link takeRunningOrb} takes. */
export const RUNNING_ORB = ['running-thread', 'workspace', 'workspace-file', 'sessions']

/** What only an orb that really runs can show: its workspace, its files, and the sessions that its agent knows. */
export async function takeRunningOrb(browser: Browser, take: Take): Promise<void> {
  const stage = await openStage(browser)
  try {
    const { page } = await stage.device()
    const orb = page.url().replace(/\/t\/.*/, '')
    await prompt(page, '@read index.html\n@say The page is short. I change its heading.\n@wait 600000')
    await page.getByText('The page is short.').last().waitFor()
    await take(page, 'running-thread')
    await page.goto(orb + '/files')
    await page.locator('.workspace-name').first().waitFor()
    await take(page, 'workspace')
    await page.goto(orb + '/files?file=index.html')
    await page.locator('.workspace-text').waitFor()
    await take(page, 'workspace-file')
    await page.goto(orb + '/sessions')
    await page.locator('.session, .workspace-note').first().waitFor()
    await take(page, 'sessions')
  } finally {
    await stage.close()
  }
}
