import { expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { beginThread, prompt, said, sharedStage } from './stage.ts'

const shared = sharedStage()

test('words are found where they were said, in a thread and in all of them, and lead there and back', async () => {
  const { stage } = shared
  const one = await stage.device()
  await prompt(one.page, '@say The umbrella stands in the corner.\n@say Nothing else.')
  await said(one.page, 'Nothing else.').waitFor()
  await beginThread(one.page)
  await prompt(one.page, '@say Another umbrella, elsewhere.')
  await said(one.page, 'Another umbrella, elsewhere.').waitFor()

  const { page } = one
  await page.getByRole('button', { name: 'Threads' }).click()
  await page.getByRole('link', { name: 'Search in this thread' }).click()
  const field = page.getByRole('searchbox', { name: 'Words in transcripts' })
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
  await field.fill('umbrella')
  const hits = page.locator('.search-hit')
  // The index follows the log within a second.
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'found' }).textContent()).toBe('2 entries found')
  expect(await hits.locator('mark').allTextContents()).toEqual(['umbrella', 'umbrella'])
  expect(page.url()).toContain('#umbrella')

  await field.fill('nobody said this')
  await page.getByRole('heading', { name: 'No entry has these words' }).waitFor()
  await field.fill('umbrella')
  await page.getByRole('button', { name: 'Everywhere' }).click()
  await expect.poll(() => hits.count()).toBe(4)
  expect(await axeFindings(page)).toEqual([])
  await hits.filter({ hasText: 'stands in the corner' }).filter({ hasText: 'Answer' }).click()
  await said(page, 'The umbrella stands in the corner.').waitFor()
  expect(page.url()).toMatch(/\/t\/[^#]+#\d+$/)
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('umbrella')
  await hits.first().click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
})

test('without a relay a search says so, and is made again on request', async () => {
  const { stage } = shared
  const { page } = await stage.device()
  await prompt(page, '@say A parasol.')
  await said(page, 'A parasol.').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('parasol')
  await page.getByRole('option', { name: /Search in transcripts/ }).waitFor()
  await page.route('**/api/search', (route) => route.abort())
  await page.getByRole('option', { name: /Search in transcripts/ }).click()
  await page.getByRole('heading', { name: 'The search got no answer' }).waitFor()
  await page.unroute('**/api/search')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.search-hit').filter({ hasText: 'Answer' }).waitFor()
})
