import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deviceWords } from '../../client/devices/words.ts'
import { firstWords } from '../../client/devices/first/words.ts'
import { joinWords } from '../../client/devices/join/words.ts'
import { phraseWords } from '../../client/devices/phrase/words.ts'
import { recoverWords } from '../../client/devices/recover/words.ts'
import { addDeviceWords } from '../../client/settings/add-device/words.ts'
import { FirstCode } from '../../shared/devices/pairing.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { devicePool, type DevicePool } from './device-pool.ts'
import { launchBrowser } from './stage.ts'

/*
 * How people come in, in real browsers: nothing here goes around the app. Each device is a browser of its own.
 */

let browser: Browser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

async function newPage(width = 390): Promise<Page> {
  const viewport = { width, height: 844 }
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
  contexts.push(context)
  return context.newPage()
}

/** A first pairing's link and code, as the terminal shows them. */
async function firstCode(relay: RelayProcess): Promise<FirstCode> {
  const path = '/api/pairing/codes'
  const answer = await relay.ask({ method: 'POST', path, headers: { authorization: relay.localProof('POST', path) } })
  return FirstCode.parse(answer.json())
}

const home = (page: Page) => page.getByRole('link', { name: 'Settings' }).first()
const title = (page: Page, text: string) => page.getByRole('heading', { name: text })

/** The twelve words that the page shows, which is left behind. */
async function writeDownPhrase(page: Page): Promise<string> {
  await title(page, phraseWords.title).waitFor()
  const words = await page.getByRole('list', { name: phraseWords.label }).getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: phraseWords.done }).click()
  await home(page).waitFor()
  return words.map((word) => word.replace(/[^a-z]/g, '')).join(' ')
}

async function becomeOwner(page: Page, name = 'Ada'): Promise<string> {
  await page.getByLabel(firstWords.yourName).fill(name)
  await page.getByRole('button', { name: firstWords.confirm }).click()
  return writeDownPhrase(page)
}

describe('the first device', () => {
  test('comes in by the link, is shown a phrase once, and nobody founds again', async () => {
    const relay = await startRelayProcess()
    try {
      const used = await firstCode(relay)
      const owner = await newPage(1200)
      await owner.goto(relay.url)
      await title(owner, deviceWords.unpaired).waitFor()
      await owner.goto(relay.url + used.path)
      // The secret leaves the address at once: it stays in no history.
      await expect.poll(() => owner.url()).toBe(relay.url + '/first')
      const phrase = await becomeOwner(owner)
      expect(phrase.split(' ')).toHaveLength(12)
      await owner.reload()
      await home(owner).waitFor()
      expect(await owner.getByRole('list', { name: phraseWords.label }).count()).toBe(0)

      const late = await newPage()
      await late.goto(relay.url + used.path)
      await title(late, firstWords.taken).waitFor()
    } finally {
      await relay.dispose()
    }
  })

  test('comes back with the phrase when all is lost, and the old phrase counts no more', async () => {
    const relay = await startRelayProcess()
    try {
      const owner = await newPage(1200)
      await owner.goto(relay.url + (await firstCode(relay)).path)
      const phrase = await becomeOwner(owner)
      const found = await newPage()
      await found.goto(relay.url + '/recover')
      await found.getByLabel(recoverWords.phrase).fill(phrase.replace(/^\w+/, 'zebra'))
      await found.getByLabel(recoverWords.yourName).fill('Ada')
      await found.getByRole('button', { name: recoverWords.confirm }).click()
      await found.getByText(recoverWords['not-a-phrase']).waitFor()
      await found.getByLabel(recoverWords.phrase).fill(phrase.toUpperCase().replaceAll(' ', '\n'))
      await found.getByRole('button', { name: recoverWords.confirm }).click()
      const next = await writeDownPhrase(found)
      expect(next).not.toBe(phrase)
      await title(owner, deviceWords.revoked).waitFor()

      const thief = await newPage()
      await thief.goto(relay.url + '/recover')
      await thief.getByLabel(recoverWords.phrase).fill(phrase)
      await thief.getByLabel(recoverWords.yourName).fill('Eve')
      await thief.getByRole('button', { name: recoverWords.confirm }).click()
      await thief.getByText(recoverWords['wrong-phrase']).waitFor()
    } finally {
      await relay.dispose()
    }
  })

  test('comes in by the typed code, once', async () => {
    const relay = await startRelayProcess()
    try {
      const [old, { code }] = [await firstCode(relay), await firstCode(relay)]
      const page = await newPage()
      await page.goto(relay.url + '/first')
      const type = async (typed: string): Promise<void> => {
        await page.getByLabel('Code', { exact: true }).fill(typed)
        await page.getByLabel(firstWords.yourName).fill('Ada')
        await page.getByRole('button', { name: firstWords.confirm }).click()
      }
      // A newer code ends the one before.
      await type(old.code)
      await page.getByText(firstWords.refused).waitFor()
      await type(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)
      await writeDownPhrase(page)
    } finally {
      await relay.dispose()
    }
  })
})

describe('a further device', () => {
  let relay: RelayProcess
  let devices: DevicePool

  beforeAll(async () => {
    relay = await startRelayProcess()
    devices = devicePool(browser, relay)
  })
  afterAll(async () => {
    await devices.close()
    await relay.dispose()
  })
  afterEach(() => devices.leave())

  /** An owner's device with an open invitation on its screen: the link and the code of it. */
  async function inviting(): Promise<{ owner: Page; link: string; code: string }> {
    const { page: owner } = await devices.take({ name: 'Desk', width: 1200, height: 844 })
    await owner.goto(relay.url + '/settings/add-device')
    await owner.evaluate(() => {
      const share = { writeText: (text: string) => ((window as { copied?: string }).copied = text) }
      Object.defineProperty(navigator, 'clipboard', { value: share })
    })
    await owner.getByRole('button', { name: addDeviceWords.invite }).click()
    const code = (await owner.locator('.invite-code').innerText()).replace(/[\s-]/g, '')
    await owner.getByRole('button', { name: addDeviceWords.copyLink }).click()
    const link = await owner.waitForFunction(() => (window as { copied?: string }).copied)
    return { owner, code, link: String(await link.jsonValue()) }
  }

  async function askByLink(link: string): Promise<Page> {
    const page = await newPage()
    const { pathname, hash } = new URL(link)
    await page.goto(relay.url + pathname + hash)
    await page.getByRole('button', { name: joinWords.ask }).click()
    return page
  }

  async function askByCode(code: string): Promise<Page> {
    const page = await newPage()
    await page.goto(relay.url + '/pair')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: joinWords.ask }).click()
    return page
  }

  async function numberOn(page: Page): Promise<string> {
    await title(page, joinWords.matching).waitFor()
    const text = await page.getByRole('main').innerText()
    return /\d{6}/.exec(text.replace(/\s/g, ''))?.[0] ?? ''
  }

  const choice = (owner: Page, number: string) =>
    owner.getByRole('button', { name: new RegExp(`^${number.slice(0, 3)}\\s*${number.slice(3)}$`) })

  test('comes in by the link: the owner chooses the number that it shows', async () => {
    const { owner, link } = await inviting()
    const page = await askByLink(link)
    await owner.getByText(addDeviceWords.byLink).waitFor()
    await choice(owner, await numberOn(page)).click()
    await home(page).waitFor()
    await owner.getByText(/is in, as a device of Ada/).waitFor()
    const again = await askByLink(link)
    await again.getByText(joinWords.ends.refused.title).waitFor()
  })

  test('comes in by the typed code: the owner chooses the number that it shows', async () => {
    const { owner, code } = await inviting()
    const page = await askByCode(code)
    await owner.getByText(addDeviceWords.byCode).waitFor()
    await choice(owner, await numberOn(page)).click()
    await home(page).waitFor()
    const again = await askByCode(code)
    await again.getByText(joinWords.ends.refused.title).waitFor()
  })

  test('stays out where another number is chosen, and the invitation is burned', async () => {
    const { owner, code, link } = await inviting()
    const page = await askByCode(code)
    const right = await numberOn(page)
    const choices = owner.locator('.match-number')
    await expect.poll(() => choices.count()).toBe(3)
    const numbers = (await choices.allInnerTexts()).map((text) => text.replace(/\s/g, ''))
    expect(numbers).toContain(right)
    await choice(owner, numbers.find((number) => number !== right) ?? '').click()
    await page.getByText(joinWords.ends.burned.title).waitFor()
    await owner.getByText(addDeviceWords.ended.number).waitFor()
    const again = await askByLink(link)
    await again.getByText(joinWords.ends.refused.title).waitFor()
    expect((await page.request.get(relay.url + '/api/session')).status()).toBe(401)
  })

  test('finishes on this app where a cookie came without a key, and has nothing before', async () => {
    const [cookieOwner, page] = [await relay.signIn('Safari'), await newPage()]
    const [name = '', value = ''] = cookieOwner.cookie.split('=')
    await page.context().addCookies([{ name, value, url: relay.url }])
    await page.goto(relay.url)
    await title(page, deviceWords.keyless).waitFor()
    expect(await home(page).count()).toBe(0)
    const { owner, code } = await inviting()
    await page.getByRole('link', { name: deviceWords.toPair }).click()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: joinWords.ask }).click()
    await choice(owner, await numberOn(page)).click()
    await home(page).waitFor()
  })
})
