import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person, Role, Scope } from '../../shared/people/grants.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess, type RunnerProcess } from '../support/runner-process.ts'
import { somebody } from './browser-device.ts'
import { devicePool, type DevicePool } from './device-pool.ts'
import { beginThread, launchBrowser, prompt, said } from './stage.ts'

/*
 * What people of different rights see and can do, each in a browser of their own: two orbs, an owner, and others whose
 * rights come, change and go while they look.
 */

let browser: Browser
let relay: RelayProcess
let runners: readonly RunnerProcess[]
let home: string
let devices: DevicePool
/** What the pages' policy had to stop: nothing of ours ever. */
const violations: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  relay = await startRelayProcess()
  devices = devicePool(browser, relay)
  home = mkdtempSync(join(tmpdir(), 'perigee-roles-'))
  runners = [await startOrb('web-project'), await startOrb('other-project')]
})
afterAll(async () => {
  for (const runner of runners) await runner.stop()
  await relay.dispose()
  await browser.close()
  rmSync(home, { recursive: true, force: true })
})
afterEach(() => {
  devices.leave()
  expect(violations.splice(0)).toEqual([])
})

function startOrb(name: string): Promise<RunnerProcess> {
  return startRunnerProcess({
    relayUrl: relay.url.replace('http', 'ws'),
    enrolledBy: relay,
    state: relay.state,
    name,
    workspace: mkdtempSync(join(home, 'workspace-')),
    agentFlags: ['--create-project', '--store', join(home, name + '-agent'), '--fast'],
  })
}

/** A browser of its own on the fleet's page, as a device of somebody. */
async function browserOf(person: Person, name: string): Promise<Page> {
  const { page, isNew } = await devices.take({ person, name })
  if (isNew) {
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) violations.push(message.text())
    })
  }
  await page.goto(relay.url)
  return page
}

async function owner(name = "Owner's browser"): Promise<Page> {
  const { person } = await relay.owner()
  const page = await browserOf(person, name)
  await page
    .getByRole('link', { name: /web-project/ })
    .first()
    .waitFor()
  return page
}

/** The owner on a new thread of web-project; gives its address. */
async function ownerInThread(): Promise<{ page: Page; orbId: string; threadId: string; path: string }> {
  const page = await owner()
  await page
    .getByRole('link', { name: /web-project/ })
    .first()
    .click()
  await beginThread(page)
  const path = new URL(page.url()).pathname
  const [, , orbId = '', , threadId = ''] = path.split('/')
  return { page, orbId, threadId, path }
}

function holder(role: Role, scope: Scope): Person {
  return somebody('Ben', [{ role, scope, expiresAt: null }])
}

/** Somebody who may look at everything, and nothing else. */
const observer = holder('observer', { kind: 'all' })

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const lookOnly = (page: Page) => page.getByText('You can look. Ask an owner to act.')

test('an observer sees everything and finds nothing to act by', async () => {
  const { page: owning, path } = await ownerInThread()
  await prompt(owning, '@say I will write it.\n@write looked-at.txt :: text\n@say Written.')
  await owning.getByRole('button', { name: 'Allow once' }).waitFor()
  const page = await browserOf(observer, 'Observer')
  await page.goto(relay.url + path)
  await said(page, 'I will write it.').waitFor()
  await page.getByText('An operator or an owner of this orb can answer').waitFor()
  await lookOnly(page).waitFor()
  await page.getByText('looked-at.txt').first().waitFor()
  for (const name of ['Allow once', 'Deny', 'Stop run', 'Stop all', 'New thread', 'Send', 'Queue']) {
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  }
  expect(await field(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Threads' }).click()
  const sheet = page.getByRole('dialog', { name: 'Threads' })
  await sheet.getByText('You can look').waitFor()
  expect(await sheet.getByRole('button', { name: /Archive|Rename|Restart/ }).count()).toBe(0)
  await owning.getByRole('button', { name: 'Allow once' }).click()
  await said(page, 'Written.').waitFor()
})

test('what an observer sees of people, devices and orbs says whom to ask', async () => {
  const page = await browserOf(observer, 'Observer')
  for (const section of ['devices', 'add-device', 'people']) {
    await page.goto(`${relay.url}/settings/${section}`)
    await page.getByText('Only an owner sees this').waitFor()
  }
  await page.goto(relay.url + '/settings/orbs')
  await page.getByText('You manage no orb').waitFor()
  await page.goto(relay.url + '/settings/orbs/new')
  await page.getByText('You manage no orb').waitFor()
})

test('a grant for one orb shows one orb', async () => {
  const { orbId } = await ownerInThread()
  const page = await browserOf(holder('operator', { kind: 'orb', orbId }), 'Of one orb')
  await page.getByRole('link', { name: /web-project/ }).waitFor()
  expect(await page.getByRole('link', { name: /other-project/ }).count()).toBe(0)
  await page.getByRole('link', { name: /web-project/ }).click()
  await field(page).waitFor()

  const { page: owning } = await ownerInThread()
  await owning.getByRole('link', { name: /other-project/ }).click()
  await owning.waitForURL((url) => url.pathname.includes('/t/') && !url.pathname.includes(orbId))
  await page.goto(relay.url + new URL(owning.url()).pathname)
  await page.getByText('This orb is not').first().waitFor()
  expect(await field(page).count()).toBe(0)
})

test('somebody without a right is told why there is nothing', async () => {
  const page = await browserOf(somebody('Ben', []), 'Of nothing')
  await page.getByText('No orb is shared with you').waitFor()
})

test('a grant for one thread shows one thread, and what is written there is sent without a desk', async () => {
  const { page: owning, orbId, threadId, path } = await ownerInThread()
  await prompt(owning, '@say For both of us.')
  await said(owning, 'For both of us.').waitFor()
  const page = await browserOf(holder('operator', { kind: 'thread', orbId, threadId }), 'Of one thread')
  await page.getByRole('link', { name: /web-project/ }).click()
  await page.waitForURL((url) => url.pathname === path)
  await said(page, 'For both of us.').waitFor()
  expect(await page.locator('.thread-link').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'New thread' }).count()).toBe(0)
  await page.getByText('kept on this device alone').waitFor()

  await field(page).fill('@say Mine')
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe('@say Mine')
  expect(await field(owning).inputValue()).toBe('')
  await field(page).press('Control+Enter')
  await said(owning, 'Mine').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('')
})

test('a role that an owner changes is there without a reload, both ways', async () => {
  const { page: owning, path } = await ownerInThread()
  const ben = holder('observer', { kind: 'all' })
  const page = await browserOf({ ...ben, name: 'Changing Ben' }, 'Changing')
  await page.goto(relay.url + path)
  await lookOnly(page).waitFor()

  await owning.goto(relay.url + '/settings/people')
  await owning.getByRole('link', { name: /Changing Ben/ }).click()
  await owning.getByRole('button', { name: 'Looks at everything' }).click()
  await owning.getByRole('radio', { name: /Work and decide/ }).check()
  await owning.getByRole('button', { name: 'Save' }).click()
  await owning.getByText('Works and decides in everything').waitFor()
  await field(page).waitFor()

  await owning.getByRole('button', { name: 'Take everything away' }).click()
  const sure = owning.getByRole('dialog', { name: /Take every right from Changing Ben/ })
  await sure.getByRole('button', { name: 'Take everything away' }).click()
  await owning.getByText('May see nothing').waitFor()
  await page.getByText('This orb is not').first().waitFor()
  expect(await field(page).count()).toBe(0)
})

test('a lost phone is revoked while a thread streams: its screen goes, and the run goes on', async () => {
  const { page: owning, path } = await ownerInThread()
  const page = await browserOf(holder('operator', { kind: 'all' }), 'Lost phone')
  await page.goto(relay.url + path)
  await field(page).waitFor()
  await prompt(page, '@say Before it was lost.\n@wait 6000\n@say After it was lost.')
  await said(page, 'Before it was lost.').waitFor()

  await owning.goto(relay.url + '/settings/devices')
  await owning.getByRole('button', { name: /Lost phone/ }).click()
  const sheet = owning.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Lost or stolen' }).click()
  await sheet.getByText('What it had kept of the relay stays on it').waitFor()
  await sheet.getByRole('button', { name: 'Revoke now' }).click()
  await page.getByText('This device was revoked').waitFor()
  expect(await said(page, 'Before it was lost.').count()).toBe(0)
  await owning.getByText('Removed devices').waitFor()

  await owning.goto(relay.url + path)
  await said(owning, 'After it was lost.').waitFor()
  expect(await said(page, 'After it was lost.').count()).toBe(0)
})

test('an owner is told of a device that came in, once', async () => {
  const page = await owner("Owner's other browser")
  await browserOf(holder('observer', { kind: 'all' }), 'Fresh tablet')
  const notice = page.getByText('New device: Fresh tablet, of Ben.')
  await notice.waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.reload()
  await page
    .getByRole('link', { name: /web-project/ })
    .first()
    .waitFor()
  expect(await notice.count()).toBe(0)
})

/** In the page: the keys of all that stands in any database of this browser. */
async function keptItems(): Promise<string[]> {
  const found: string[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error(`${name} could not be opened.`))
    })
    for (const store of database.objectStoreNames) {
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAllKeys()
        request.onsuccess = () => resolve(request.result)
      })
      found.push(...keys.map((key) => `${name}/${store}/${JSON.stringify(key)}`))
    }
    database.close()
  }
  return found
}

test('signing out revokes the device and leaves nothing behind', async () => {
  const page = await browserOf(holder('operator', { kind: 'all' }), 'Leaving')
  await page.getByRole('link', { name: /web-project/ }).waitFor()
  await page.goto(relay.url + '/settings/device')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('This device is not paired').waitFor()
  const roster = await relay.roster()
  const left = [...roster.devices.values()].find((device) => device.name === 'Leaving')
  expect(left?.revokedIn).not.toBeNull()
  // The page loads itself anew once all is cleared, and a wait outlives that.
  await page.waitForFunction(() => localStorage.getItem('perigee-session') === null)
  await page.goto(relay.url)
  await page.getByText('This device is not paired').waitFor()
  expect(await page.evaluate(keptItems)).toEqual([])
  expect(await page.getByRole('link', { name: /web-project/ }).count()).toBe(0)
})
