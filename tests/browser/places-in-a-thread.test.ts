import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openStage, prompt, said, type Stage } from './stage.ts'

/* Going to a place in a long thread, coming back to its end, and saying something about a line. */

let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage(browser)
})
afterAll(async () => {
  await stage.close()
  await browser.close()
})
afterEach(() => stage.leave())

test('a link to an entry far up opens there, says so, and the end is one press away', async () => {
  const { page } = await stage.device({ width: 390, height: 844 })
  await prompt(page, '@many 700')
  await page.getByText('Run ended').waitFor()
  const thread = page.url()
  await page.goto('about:blank')
  await page.goto(thread + '#30')
  await page.getByText('You are at the linked entry.').waitFor()
  const linked = page.locator('[data-entry]:focus')
  await linked.waitFor()
  expect(await linked.innerText()).toMatch(/Entry \d\d? of 700/)
  expect(await said(page, 'Entry 700 of 700.').count()).toBe(0)

  // Downwards, page by page, without a hole, until the list meets the live end.
  const numbers = (): Promise<number[]> =>
    page.evaluate(() =>
      [...(document.body.textContent ?? '').matchAll(/Entry (\d+) of 700/g)].map((found) => Number(found[1])),
    )
  await expect
    .poll(
      async () => {
        await page.locator('.transcript-scroller').evaluate((scroller) => scroller.scrollTo({ top: 0 }))
        return (await numbers()).at(-1)
      },
      { timeout: 20_000 },
    )
    .toBe(700)
  const seen = [...new Set(await numbers())]
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => (seen[0] ?? 0) + at))

  await page.goto(thread + '#30')
  await page.locator('[data-entry]:focus').waitFor()
  await page.getByRole('button', { name: 'To the newest' }).click()
  await page.getByText('Run ended').waitFor()
})

test('a comment on a line outlasts a reload and becomes a message', async () => {
  const { page } = await stage.device()
  await prompt(page, '@nopermit\n@write notes.txt :: one\\ntwo\\nthree\\n')
  await page.getByText('Run ended').waitFor()
  await page.getByRole('button', { name: 'Comment on line 1' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Say why.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.reload()
  await page.getByRole('button', { name: '1 comment on changes' }).click()
  await page.getByRole('button', { name: 'Put into the message' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  expect(await message.inputValue()).toMatch(/notes\.txt:2-3\n> two\n> three\nSay why\.$/)
  expect(await page.getByRole('button', { name: '1 comment on changes' }).count()).toBe(0)
})
