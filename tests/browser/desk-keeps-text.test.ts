import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { connectionWords } from '../../client/connection/words.ts'
import { view, type Viewer } from '../../relay/rooms/testing/viewer.ts'
import { draftOf, queueOf, queueTextOf, readQueue } from '../../shared/desk/desk.ts'
import { roomName } from '../../shared/rooms/names.ts'
import { deskRunner, type DeskRunner } from '../support/desk-runner.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { letIn } from './browser-device.ts'
import { devicePool, type DevicePool } from './device-pool.ts'
import { launchBrowser, setNetwork } from './stage.ts'

/*
 * What somebody wrote is never lost, whatever the relay says to it: not by a paste, a full desk, a Yjs client id that
 * is somebody else's, a new device, an app that ends while it sends, or an answer that never comes.
 */

const SOON = { timeout: 30_000, interval: 50 }

let browser: Browser
let relay: RelayProcess
let device: SignedIn
let other: SignedIn
let devices: DevicePool
const pages: Page[] = []
const viewers: Viewer[] = []
const runners: DeskRunner[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  relay = await startRelayProcess()
  device = await relay.signIn('Phone')
  other = await relay.signIn('Laptop')
  devices = devicePool(browser, relay)
})
afterAll(async () => {
  await browser.close()
  await relay.dispose()
})
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close()
  devices.leave()
  for (const viewer of viewers.splice(0)) viewer.close()
  for (const runner of runners.splice(0)) runner.close()
})

async function newRunner(): Promise<DeskRunner> {
  const runner = await deskRunner(relay)
  runners.push(runner)
  return runner
}

/** A phone; a test that makes it another than it was says for what. */
async function phone(altered = '', worker = false): Promise<BrowserContext> {
  return (await devices.take({ name: `Phone${altered}`, width: 1000, height: 800, worker })).context
}

async function open(context: BrowserContext, { orb, threadId }: DeskRunner): Promise<Page> {
  const page = await context.newPage()
  pages.push(page)
  await page.goto(`${relay.url}/o/${orb.orbId}/t/${threadId}`)
  await field(page).waitFor()
  return page
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Another device at the same desk, that keeps to the letter of the protocol. */
async function watch(runner: DeskRunner, who: SignedIn, doc?: Y.Doc): Promise<Viewer> {
  const headers = { cookie: who.cookie, origin: relay.url }
  const viewer = view(`${relay.url.replace('http', 'ws')}/rooms/${roomName('desk', runner.orb.orbId)}`, doc, {
    headers,
  })
  viewers.push(viewer)
  await viewer.synced
  return viewer
}

test('a paste that is larger than one live update reaches the desk', async () => {
  const runner = await newRunner()
  const laptop = await watch(runner, other)
  const page = await open(await phone(), runner)
  const text = 'ä'.repeat(60_000)
  await field(page).fill(text)
  await laptop.until(() => draftOf(laptop.doc, runner.threadId).length === text.length)
  // The connection lives on: what is typed next arrives as well.
  await field(page).press('End')
  await field(page).pressSequentially('!')
  await laptop.until(() => draftOf(laptop.doc, runner.threadId).toString().endsWith('!'))
})

test('a text for which the desk has no room is kept on the device and offered', async () => {
  const runner = await newRunner()
  const full = new Y.Doc()
  draftOf(full, 'elsewhere').insert(0, 'x'.repeat(1_000_000))
  const laptop = await watch(runner, other, full)
  await laptop.until(() => (laptop.kept.get(full.clientID) ?? 0) >= 1_000_000)

  const page = await open(await phone(), runner)
  const text = 'my long message '.repeat(4_000).trim()
  await field(page).fill(text)
  await page.getByText('The relay has no room for this text').waitFor()
  await page.reload()
  await page.getByText('The relay has no room for this text').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const stream = await (await saved).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe(text)
  await page.getByRole('button', { name: 'Delete' }).click()
  expect(await page.getByText('The relay has no room for this text').count()).toBe(0)
  // The desk goes on with a fresh document.
  await field(page).fill('short')
  await laptop.until(() => draftOf(laptop.doc, runner.threadId).toString() === 'short')
})

test("a document under a client id of somebody else's is begun anew, with everything that was written", async () => {
  const runner = await newRunner()
  const context = await phone(' with known ids')
  // Every document of this page gets the next number, so that its ids are known.
  await context.addInitScript(() => {
    const get = crypto.getRandomValues.bind(crypto)
    Object.assign(window, { documents: 7_000_000 })
    crypto.getRandomValues = ((array: Uint32Array) => {
      get(array as Uint32Array<ArrayBuffer>)
      if (array instanceof Uint32Array && array.length === 1) {
        array[0] = (window as unknown as { documents: number }).documents++
      }
      return array
    }) as typeof crypto.getRandomValues
  })
  const page = await open(context, runner)
  const last = await page.evaluate(() => (window as unknown as { documents: number }).documents)
  expect(last).toBeGreaterThan(7_000_000)
  for (let id = 7_000_000; id < last; id++) {
    const doc = new Y.Doc()
    doc.clientID = id
    const laptop = await watch(runner, other, doc)
    draftOf(doc, 'elsewhere').insert(0, '.')
    await laptop.until(() => (laptop.kept.get(id) ?? 0) > 0)
    laptop.close()
  }
  const laptop = await watch(runner, other)
  await field(page).fill('written under an id that is taken')
  await laptop.until(() => draftOf(laptop.doc, runner.threadId).toString() === 'written under an id that is taken')
  await expect.poll(() => field(page).inputValue(), SOON).toBe('written under an id that is taken')
})

test('what was queued offline comes along when the browser becomes another device', async () => {
  const runner = await newRunner()
  const context = await phone(' of two devices', true)
  const page = await open(context, runner)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await field(page).fill('kept draft')
  const laptop = await watch(runner, other)
  await laptop.until(() => draftOf(laptop.doc, runner.threadId).toString() === 'kept draft')
  await field(page).fill('')
  await setNetwork({ context, page }, false)
  await page.getByText(connectionWords.deviceOffline).first().waitFor()
  await field(page).fill('from the tunnel')
  await field(page).press('Control+Enter')
  await page.getByText('kept on this device').waitFor()
  await field(page).fill('a draft from the tunnel')
  await page.close()

  await context.setOffline(false)
  const again = await context.newPage()
  pages.push(again)
  await letIn(again, relay, device.person, 'The same phone', `/o/${runner.orb.orbId}/t/${runner.threadId}`)
  await field(again).waitFor()
  await runner.until(() => runner.commands.length === 1)
  expect(runner.commands[0]?.command).toMatchObject({ kind: 'prompt', text: 'from the tunnel' })
  await expect.poll(() => field(again).inputValue(), SOON).toBe('a draft from the tunnel')
  await expect.poll(() => readQueue(laptop.doc).length, SOON).toBe(0)
  expect(runner.commands).toHaveLength(1)
})

test('a prompt whose request never left the page survives the end of the app, and runs once', async () => {
  const runner = await newRunner()
  const context = await phone()
  const page = await open(context, runner)
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await page.route('**/commands', () => undefined)
  await field(page).fill('do not lose me')
  const asked = page.waitForRequest('**/commands')
  await field(page).press('Control+Enter')
  await asked
  await page.close()
  await open(context, runner)
  await runner.until(() => runner.commands.length === 1)
  expect(runner.commands[0]?.command).toMatchObject({ kind: 'prompt', text: 'do not lose me' })
})

test('a prompt whose answer was lost runs once, and does not stand in the queue for ever', async () => {
  const runner = await newRunner()
  const laptop = await watch(runner, other)
  const page = await open(await phone(), runner)
  await page.getByRole('button', { name: 'Send' }).waitFor()
  let seen = false
  laptop.doc.on('update', () => (seen ||= readQueue(laptop.doc).length > 0))
  await page.route('**/commands', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await field(page).fill('answered into the void')
  await field(page).press('Control+Enter')
  await laptop.until(() => seen && queueOf(laptop.doc).size === 0)
  await expect.poll(() => page.locator('.queue-item').count(), SOON).toBe(0)
  expect(runner.commands).toHaveLength(1)
})

test("an item that others edited before it was taken is not told as one's own late edit", async () => {
  const runner = await newRunner()
  runner.endsRuns = false
  const context = await phone()
  const page = await open(context, runner)
  const laptop = await watch(runner, other)
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await field(page).fill('keeps the thread busy')
  await field(page).press('Control+Enter')
  await runner.until(() => runner.commands.length === 1)
  await field(page).fill('edit me')
  await field(page).press('Control+Enter')
  await laptop.until(() => readQueue(laptop.doc).length === 1)
  const itemId = readQueue(laptop.doc)[0]?.itemId ?? ''
  queueTextOf(laptop.doc, itemId)?.insert(0, 'please ')
  await laptop.until(() => (laptop.kept.get(laptop.doc.clientID) ?? 0) > 0)
  runner.endRun()
  await runner.until(() => runner.commands.length === 2)
  expect(runner.commands[1]?.command).toMatchObject({ text: 'please edit me' })
  await laptop.until(() => queueOf(laptop.doc).size === 0)
  await expect.poll(() => page.locator('.queue-item').count(), SOON).toBe(0)
  expect(await page.getByText('Too late to edit').count()).toBe(0)
})
