import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openStage, type Stage } from './stage.ts'

let browser: Browser
let stage: Stage
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage(browser)
  page = (await stage.device({ width: 390, height: 844 })).page
})
afterAll(async () => {
  await stage.close()
  await browser.close()
})

/** Where the language is chosen. */
const APPEARANCE = '/settings/appearance'

test('a language is chosen in the settings, seen at once without a reload, and kept', async () => {
  await page.evaluate(() => localStorage.removeItem('perigee:language'))
  await page.goto(stage.relay.url + APPEARANCE)
  const chinese = page.getByRole('radio', { name: '简体中文' })
  const shown = (lang: string, legend: string): Promise<void> =>
    page.locator(`html[lang=${lang}]`).getByText(legend, { exact: true }).waitFor()
  await page.evaluate(() => document.body.classList.add('first-load'))
  await shown('en', 'Language')
  await chinese.check()
  await shown('zh-Hans', '语言')
  expect(await chinese.evaluate((radio) => radio === document.activeElement)).toBe(true)
  expect(await page.locator('body.first-load').count()).toBe(1)
  await page.reload()
  await shown('zh-Hans', '语言')
  await page.getByRole('radio', { name: 'English' }).check()
  await shown('en', 'Language')
})
