import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { transcriptWords } from '../../client/transcripts/words.ts'
import { EntriesPage } from '../../shared/http/api.ts'
import { foldSteps } from '../../shared/transcripts/fold.ts'
import { newId } from '../../shared/ids.ts'
import type { EntryEvent } from '../../shared/link/events.ts'
import { updateFrame } from '../../relay/rooms/frames.ts'
import { entryEvent, makeOrb, openLink, reportEvent, type OrbIdentity } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { letIn } from './browser-device.ts'
import { devicePool, type DevicePool } from './device-pool.ts'
import { launchBrowser } from './stage.ts'

/*
 * What our client shows is what the ledger has: every entry once, in order, with the text that the pages of the HTTP
 * API give, whatever happens to relay, room or clock in between.
 */

/** How long a poll waits: tests share two cores with others. */
const SOON = { timeout: 40_000, interval: 100 }

let browser: Browser
let relay: RelayProcess
let device: SignedIn
let devices: DevicePool
/** Of pages that are not what the app expects. */
const altered: BrowserContext[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  relay = await startRelayProcess()
  device = await relay.signIn()
  devices = devicePool(browser, relay)
})
afterAll(async () => {
  await browser.close()
  await relay.dispose()
})
afterEach(async () => {
  devices.leave()
  for (const context of altered.splice(0)) await context.close()
})

/** A runner that says what it is told to, and sends again what a new link lacks. */
class Writer {
  readonly threadId = newId()
  readonly orb: OrbIdentity
  readonly #events: EntryEvent[] = []
  #client: Awaited<ReturnType<typeof openLink>>['client'] | null = null
  /** After the report that makes the thread. */
  readonly #first = 2

  constructor(orb: OrbIdentity) {
    this.orb = orb
  }

  static async start(): Promise<Writer> {
    const writer = new Writer(await makeOrb())
    await writer.connect()
    return writer
  }

  async connect(): Promise<void> {
    const lastSeq = this.#events.length + 1
    const { client, welcome } = await openLink(relay, this.orb, { firstSeq: 1, lastSeq })
    this.#client = client
    if (welcome.acked < 1) client.events([reportEvent(1, meta(this.threadId))])
    this.#send(Math.max(welcome.acked + 1, this.#first))
  }

  /** Writes events, and waits until the relay has committed them. */
  async write(events: readonly Partial<EntryEvent>[]): Promise<void> {
    const from = this.#events.length + this.#first
    for (const event of events) {
      this.#events.push(entryEvent(this.#events.length + this.#first, { threadId: this.threadId, ...event }))
    }
    this.#send(from)
    await this.committed()
  }

  async committed(): Promise<void> {
    const last = this.#events.length + 1
    while ((await this.#client?.next('ack'))?.seq !== last);
  }

  #send(from: number): void {
    for (let at = from - this.#first; at < this.#events.length; at += 100) {
      this.#client?.events(this.#events.slice(at, at + 100))
    }
  }

  close(): void {
    this.#client?.terminate()
  }
}

function meta(threadId: string): { name: string; [field: string]: unknown } {
  const nothing = { modes: null, commands: [], options: [], usage: null }
  return { name: 'thread.meta', threadId, parentThreadId: null, title: 'Long', createdAt: Date.now(), ...nothing }
}

/** Closed entries of one word each. */
function words(from: number, to: number): Partial<EntryEvent>[] {
  return Array.from({ length: to - from + 1 }, (_, at) => ({ entryId: newId(), body: { text: `word-${from + at}` } }))
}

/** A page on a thread. `script` runs before the app does. */
async function open(writer: Writer, script?: () => void): Promise<Page> {
  const size = { width: 1000, height: 800 }
  const page = script === undefined ? (await devices.take(size)).page : await alteredPage(script, size)
  await page.goto(`${relay.url}/o/${writer.orb.orbId}/t/${writer.threadId}`)
  await page.locator('[data-entry]').first().waitFor()
  return page
}

async function alteredPage(script: () => void, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
  altered.push(context)
  await context.addInitScript(script)
  const page = await context.newPage()
  await letIn(page, relay, device.person, 'Chrome on Linux', null)
  return page
}

/** All of a thread by the HTTP API: ids and texts, oldest first. */
async function ledger(threadId: string): Promise<string[]> {
  const lines: string[] = []
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const path = `/api/threads/${threadId}/entries?before=${before}&limit=100`
    const page = EntriesPage.parse((await relay.askAs(device, 'GET', path)).json())
    const read = page.entries.map((entry) =>
      'header' in entry ? { ...entry.header, body: foldSteps(entry.steps) } : entry,
    )
    lines.unshift(...read.map(({ entryId, body }) => `${entryId} ${(body as { text: string }).text}`))
    before = read[0]?.position ?? 0
    if (page.reachedStart) return lines
  }
}

/** What stands on the page, in the order of the document. */
function shown(page: Page): Promise<string[]> {
  return page
    .locator('[data-entry]')
    .evaluateAll((items) =>
      items.map((item) => `${item.getAttribute('data-entry')} ${item.querySelector('article')?.textContent?.trim()}`),
    )
}

/** The page shows the end of the ledger's list, and nothing but it. */
async function followsEnd(page: Page, writer: Writer): Promise<void> {
  const all = await ledger(writer.threadId)
  await expect.poll(async () => (await shown(page)).at(-1), SOON).toBe(all.at(-1))
  const list = await shown(page)
  expect(list.length).toBeGreaterThan(0)
  expect(list).toEqual(all.slice(all.length - list.length))
}

/** Walks from the end of a thread to its start, as a reader does, and compares everything that stood there. */
async function equalsLedger(page: Page, writer: Writer): Promise<void> {
  const all = await ledger(writer.threadId)
  await expect.poll(() => walkUp(page, all[0] ?? ''), SOON).toEqual(all)
}

/** All rows up to the one of this text, screen by screen. They are in the page only while they are near the view. */
async function walkUp(page: Page, first: string): Promise<string[]> {
  const walked: string[] = []
  await page.locator('.transcript-scroller').evaluate((scroller) => scroller.scrollTo({ top: 0 }))
  for (let screen = 0; walked[0] !== first && screen < MOST_SCREENS; screen += 1) {
    const rows = await shown(page)
    expect(rows.length).toBeLessThan(MOST_ROWS)
    const known = rows.indexOf(walked[0] ?? '')
    walked.unshift(...(known === -1 ? rows : rows.slice(0, known)))
    await page.locator('.transcript-scroller').evaluate(async (scroller) => {
      scroller.scrollTop -= scroller.clientHeight
      const edge = scroller.getBoundingClientRect().top
      const isBare = (): boolean => (scroller.querySelector('li')?.getBoundingClientRect().top ?? edge) > edge + 100
      do await new Promise((done) => requestAnimationFrame(done))
      while (isBare() && scroller.scrollTop > scroller.clientHeight - scroller.scrollHeight + 1)
    })
  }
  return walked
}

/** Far more than the longest thread here has. */
const MOST_SCREENS = 300
/** In the page at once, however long the thread is: what fills five screens. */
const MOST_ROWS = 120

test('scrolling up through a thousand entries shows each of them once, without a hole, and few at a time', async () => {
  const writer = await Writer.start()
  await writer.write(words(1, 1000))
  const page = await open(writer)
  expect(await page.locator('[data-entry]').count()).toBeLessThan(MOST_ROWS)
  await equalsLedger(page, writer)
  writer.close()
})

test('a link to an entry far up leads to it and marks it, and one press leads back to the end', async () => {
  const writer = await Writer.start()
  await writer.write(words(1, 600))
  const path = `/api/threads/${writer.threadId}/entries?before=200&limit=100`
  const read = EntriesPage.parse((await relay.askAs(device, 'GET', path)).json()).entries
  const linked = read.find((entry) => !('header' in entry) && (entry.body as { text: string }).text === 'word-150')
  if (linked === undefined || 'header' in linked) throw new Error('The page of the ledger has no word-150.')
  const { page } = await devices.take({ width: 1000, height: 800 })
  await page.goto(`${relay.url}/o/${writer.orb.orbId}/t/${writer.threadId}#${linked.position}`)
  const found = page.locator('.transcript-found')
  await found.getByText('word-150', { exact: true }).waitFor()
  const top = (await found.boundingBox())?.y ?? -1
  expect(top).toBeGreaterThan(0)
  expect(top).toBeLessThan(800)
  const [all, list] = [await ledger(writer.threadId), await shown(page)]
  expect(list).toEqual(all.slice(all.indexOf(list[0] ?? ''), all.indexOf(list.at(-1) ?? '') + 1))
  expect(list).not.toContain(all.at(-1))
  await page.getByRole('button', { name: transcriptWords.toEnd }).click()
  await followsEnd(page, writer)
  writer.close()
})

test('a relay that is killed and started again leaves no hole and no double', async () => {
  const writer = await Writer.start()
  await writer.write([...words(1, 30), { entryId: 'open', op: 'append', body: { text: 'begun' } }])
  const page = await open(writer)
  await followsEnd(page, writer)
  await relay.restart()
  await writer.connect()
  await writer.write([{ entryId: 'open', op: 'close', body: { text: 'begun and ended' } }, ...words(31, 60)])
  await equalsLedger(page, writer)
  // Once more, with so much written meanwhile that the new tail does not reach back to what was on screen.
  await relay.restart()
  await writer.connect()
  await writer.write(words(61, 400))
  await equalsLedger(page, writer)
  writer.close()
})

test('a write that the relay refuses costs nothing that is shown', async () => {
  const writer = await Writer.start()
  await writer.write(words(1, 20))
  const page = await open(writer, () => {
    const True = window.WebSocket
    const sockets: WebSocket[] = []
    Object.assign(window, { sockets })
    window.WebSocket = class extends True {
      constructor(url: string | URL) {
        super(url)
        sockets.push(this)
      }
    }
  })
  const doc = new Y.Doc()
  doc.getArray('tail').push(['forged'])
  const forged = [...updateFrame(Y.encodeStateAsUpdate(doc))]
  const code = await page.evaluate(async (bytes) => {
    const { sockets } = window as unknown as { sockets: WebSocket[] }
    const socket = sockets.findLast((one) => one.url.includes('/rooms/thread:'))
    if (socket === undefined) throw new Error('no socket to the thread')
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', (event) => resolve(event.code)))
    socket.send(new Uint8Array(bytes))
    return closed
  }, forged)
  expect(code).toBe(4405)
  await writer.write(words(21, 40))
  await equalsLedger(page, writer)
  writer.close()
})

test('a clock that is a day ahead of the relay changes nothing', async () => {
  const writer = await Writer.start()
  await writer.write(words(1, 20))
  const page = await open(writer, () => {
    const True = Date
    const ahead = 86_400_000
    window.Date = class extends True {
      constructor(...parts: []) {
        if (parts.length === 0) super(True.now() + ahead)
        else super(...parts)
      }
      static override now(): number {
        return True.now() + ahead
      }
    } as DateConstructor
  })
  await relay.restart()
  await writer.connect()
  await writer.write(words(21, 50))
  await equalsLedger(page, writer)
  writer.close()
})

test('an entry that was open when it left the tail is shown as it ended', async () => {
  const writer = await Writer.start()
  await writer.write([...words(1, 5), ...opened(1, 250)])
  const page = await open(writer)
  await followsEnd(page, writer)
  // More open entries than a tail holds: the oldest leave it open, and their ends come by no room.
  await writer.write(opened(251, 500))
  await followsEnd(page, writer)
  await writer.write(
    Array.from({ length: 500 }, (_, at) => ({ entryId: `o${at + 1}`, op: 'close', body: { text: `ended-${at + 1}` } })),
  )
  await equalsLedger(page, writer)
  writer.close()
})

test('more entries at once than a tail holds leave no hole in what is on screen', async () => {
  const writer = await Writer.start()
  await writer.write([...words(1, 10), { entryId: 'long', op: 'append', body: { text: 'a long one' } }])
  const page = await open(writer)
  await followsEnd(page, writer)
  await writer.write(words(11, 900))
  await followsEnd(page, writer)
  // Somebody who comes now: the tail still holds the open entry, far above everything else in it.
  const late = await open(writer)
  await followsEnd(late, writer)
  await equalsLedger(late, writer)
  await writer.write([{ entryId: 'long', op: 'close', body: { text: 'a long one, ended' } }])
  await equalsLedger(late, writer)
  await equalsLedger(page, writer)
  writer.close()
})

function opened(from: number, to: number): Partial<EntryEvent>[] {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    return { entryId: `o${from + at}`, op: 'append', body: { text: `open-${from + at}` } }
  })
}
