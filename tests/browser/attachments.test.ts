import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachmentWords } from '../../client/composer/attachments/words.ts'
import { fileWords } from '../../client/files/words.ts'
import { shareWords } from '../../client/share/words.ts'
import { threadWords } from '../../client/threads/words.ts'
import { axeFindings } from './axe.ts'
import { launchBrowser, openStage, said, setNetwork, type Stage } from './stage.ts'

/** Files that go with a message, from a phone to the agent and onto another device. */

let browser: Browser
let stage: Stage
let phone: { page: Page; context: BrowserContext }
let desk: { page: Page; context: BrowserContext }
const store = mkdtempSync(join(tmpdir(), 'perigee-attachments-'))

const ICON = join(import.meta.dirname, '../../icons/icon-192.png')
const pictureName = 'icon-192.png'
/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage(browser, ['--fast', '--store', store], {
    prepare: (workspace) => writeFileSync(join(workspace, 'page.html'), '<h1>Harbour notes</h1>\n'),
  })
  desk = await stage.device({ worker: true })
  phone = await stage.device({ width: 390, height: 844, beside: desk, worker: true })
})
afterAll(async () => {
  await stage.close()
  await browser.close()
  rmSync(store, { recursive: true, force: true })
})

/** How long a poll waits: tests share two cores with others. */
const SOON = { timeout: 10_000 }

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })
const attached = (page: Page): Locator =>
  page.getByRole('list', { name: attachmentWords.attached }).getByRole('listitem')
const row = (page: Page, name: string): Locator => attached(page).filter({ hasText: name })

/** What the agent was given beside each prompt of this text, by its own journal. */
function givenWith(text: string): unknown[] {
  const lines = readFileSync(join(store, 'prompts.jsonl'), 'utf8').trim().split('\n')
  return lines.filter((line) => line.includes(text)).map((line) => (JSON.parse(line) as { more: unknown }).more)
}

async function paste(page: Page, name: string): Promise<void> {
  await field(page).evaluate(
    (element, [png, title]) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], title, { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [PNG, name] as const,
  )
}

test('pictures, a hostile drawing and a mentioned file reach the agent, and another device shows them without running anything', async () => {
  const { page } = phone
  await page.getByRole('button', { name: attachmentWords.attach }).click()
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran = true</script></svg>'
  const sheet = page.getByRole('dialog', { name: attachmentWords.attach })
  const chooser = page.waitForEvent('filechooser')
  await sheet.getByText(attachmentWords.choose).click()
  await (await chooser).setFiles(ICON)
  await row(page, pictureName).getByText(attachmentWords.ready).waitFor()
  await field(page).evaluate((element, text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'drawing.svg', { type: 'image/svg+xml' }))
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, drawing)
  await paste(page, 'pasted.png')
  await paste(page, 'not this one.png')
  await attached(page).getByText(attachmentWords.ready).nth(3).waitFor()
  expect(await axeFindings(page)).toEqual([])
  // The other device has them beside the same draft, and what it removes is gone here.
  await row(desk.page, pictureName).getByText(attachmentWords.ready).waitFor()
  await desk.page.getByRole('button', { name: attachmentWords.remove('not this one.png') }).click()
  await expect.poll(() => attached(page).count(), SOON).toBe(3)
  await field(page).fill('look at @page.html and these\n@say Looked.')
  await field(page).press('Control+Enter')
  await said(desk.page, 'Looked.').waitFor()
  expect(givenWith('Looked.')).toEqual([
    ['link page.html', 'image image/png', 'resource attachment:///drawing.svg', 'image image/png'],
  ])
  await expect.poll(() => attached(desk.page).count(), SOON).toBe(0)

  const sent = desk.page.getByRole('list', { name: fileWords.sent })
  const picture = sent.getByRole('button', { name: /^Picture icon-192.png/ })
  // Drawn: some pixel of it is not see-through.
  const isDrawn = () =>
    picture.locator('canvas').evaluate((canvas: HTMLCanvasElement) =>
      canvas
        .getContext('2d')
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value > 0),
    )
  await expect.poll(isDrawn, SOON).toBe(true)
  await picture.click()
  const opened = desk.page.getByRole('dialog', { name: fileWords.picture })
  await opened.getByRole('img', { name: /icon-192.png/ }).waitFor()
  expect(await axeFindings(desk.page)).toEqual([])
  await opened.getByRole('button', { name: 'Close' }).click()
  await sent.getByRole('button', { name: /drawing.svg/ }).click()
  const saved = desk.page.waitForEvent('download')
  await desk.page.getByRole('dialog').getByRole('button', { name: fileWords.download }).click()
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe(drawing)
  await desk.page.getByRole('button', { name: 'Close' }).click()
  expect(await desk.page.evaluate(() => 'ran' in window)).toBe(false)
})

test('a picture that was attached and sent offline is delivered once, whichever page is open, and is on this device from then on', async () => {
  const { page } = phone
  await setNetwork(phone, false)
  await page.getByText(threadWords.queuesOffline).waitFor()
  await paste(page, 'offline.png')
  await row(page, 'offline.png').getByText(attachmentWords.waiting).waitFor()
  await field(page).fill('@say Delivered.')
  await field(page).press('Control+Enter')
  await page.getByText(attachmentWords.filesHere).waitFor()
  const thread = page.url()
  await page.goto(stage.relay.url)
  await page.getByRole('link', { name: /web-project/ }).waitFor()
  await setNetwork(phone, true)
  await said(desk.page, 'Delivered.').waitFor()
  await page.goto(thread)
  const picture = page.getByRole('button', { name: /^Picture offline.png/ })
  await picture.waitFor()
  expect(await page.locator('.queue-item').count()).toBe(0)
  // Another run comes after whatever else could have been on its way.
  await field(page).fill('@say After.')
  await field(page).press('Control+Enter')
  await said(page, 'After.').waitFor()
  expect(givenWith('Delivered.')).toEqual([['image image/png']])
  await setNetwork(phone, false)
  await picture.click()
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /offline.png/ })
    .waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await setNetwork(phone, true)
  await page.getByText(threadWords.queuesOffline).waitFor({ state: 'detached' })
})

test('an upload that is refused or cut says why, keeps the file, and goes by a press or with the next connection', async () => {
  const { page } = phone
  const handIn = '**/attachments/*'
  const failed = (why: string) => row(page, 'upload.png').getByText(attachmentWords.failed(why))
  const again = page.getByRole('button', { name: attachmentWords.retry('upload.png') })
  await page.route(handIn, (route) => route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413</h1>' }))
  await paste(page, 'upload.png')
  await failed(attachmentWords.tooLargeOnTheWay).waitFor()
  await page.unroute(handIn)
  await page.route(handIn, (route) => route.continue({ postData: 'other bytes' }))
  await again.click()
  await failed('The file changed on its way. Nothing was kept; send it again.').waitFor()
  await page.unroute(handIn)
  await page.route(handIn, async (route) => {
    await stage.relay.kill()
    await route.continue()
  })
  await again.click()
  await page.getByText(threadWords.queuesOffline).waitFor()
  expect(await row(page, 'upload.png').getByText(attachmentWords.ready).count()).toBe(0)
  await page.unroute(handIn)
  await stage.relay.restart()
  await row(page, 'upload.png').getByText(attachmentWords.ready).waitFor()
  // What was removed from the draft is the relay's no more; the same bytes went with a message before, which keeps them.
  const taken = () => page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  const [kept] = await Promise.all([
    taken(),
    page.getByRole('button', { name: attachmentWords.remove('upload.png') }).click(),
  ])
  expect(await kept.json()).toEqual({ removed: false })
  await field(page).evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['second thoughts'], 'thoughts.txt', { type: 'text/plain' }))
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await row(page, 'thoughts.txt').getByText(attachmentWords.ready).waitFor()
  const [gone] = await Promise.all([
    taken(),
    page.getByRole('button', { name: attachmentWords.remove('thoughts.txt') }).click(),
  ])
  expect(await gone.json()).toEqual({ removed: true })
})

test('what is shared with the app, text and picture, comes into the thread that is chosen', async () => {
  const { page } = desk
  const thread = page.url()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.evaluate(async (png) => {
    const form = new FormData()
    form.set('text', 'From the share sheet')
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
    form.append('files', new File([bytes], 'shared.png', { type: 'image/png' }))
    await fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
  }, PNG)
  await page.goto(new URL('/share', thread).href)
  await page.getByText('shared.png').waitFor()
  await page.getByRole('figure').filter({ hasText: shareWords.shared }).getByText('From the share sheet').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page
    .locator(`a[href^="${new URL(thread).pathname}"]`)
    .first()
    .click()
  await row(page, 'shared.png').getByText(attachmentWords.ready).waitFor()
  await expect.poll(() => field(page).inputValue(), SOON).toBe('From the share sheet')
  await field(page).fill('')
  await row(page, 'shared.png').getByRole('button').click()
  await expect.poll(() => attached(page).count(), SOON).toBe(0)
})
