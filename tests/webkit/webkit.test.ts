import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstWords } from '../../client/devices/first/words.ts'
import { orbSettingsWords } from '../../client/settings/orbs/words.ts'
import { phraseWords } from '../../client/devices/phrase/words.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess, type RunnerProcess } from '../support/runner-process.ts'
import { openWebKit, type WebKitPage } from './web-driver.ts'

/*
 * The app in WebKit, the engine of every browser on an iPhone. Debian's build is not Safari: it has no installed web
 * apps, no keyboard of iOS, and lacks what `LACKS` lists, so that the fallbacks are what runs here.
 */

/** What the app can use and this engine does not have. docs/browsers.md says what stands in for each. */
const LACKS = ['PushManager', 'PublicKeyCredential', 'navigator.share', 'navigator.setAppBadge', 'SyncManager']

/** What the app is built on. */
const NEEDS = [
  'crypto.subtle',
  'indexedDB',
  'navigator.serviceWorker',
  'navigator.locks',
  'WebSocket',
  'visualViewport',
]

/**
 * In the page: what it keeps of the rooms that it has seen, as JSON. A question to this engine's storage may stay without
 * an answer, just after the app was loaded: then it says so, and the next look asks anew.
 */
const SEEN = `
  let step = 'listing databases'
  const found = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const read = async () => {
    // To open one that is not there would make it, without the app's store.
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'perigee-snapshots')) return ''
    step = 'opening'
    const database = await found(indexedDB.open('perigee-snapshots'))
    step = 'reading'
    const rooms = await found(database.transaction('rooms').objectStore('rooms').getAll())
    database.close()
    return JSON.stringify(rooms)
  }
  const late = new Promise((resolve) => setTimeout(() => resolve('No answer in 3 s: ' + step), 3000))
  return Promise.race([read(), late])
`

let relay: RelayProcess
let runner: RunnerProcess
let page: WebKitPage
const workspace = mkdtempSync(join(tmpdir(), 'perigee-webkit-'))

beforeAll(async () => {
  relay = await startRelayProcess()
  page = await openWebKit()
})
afterAll(async () => {
  await page.close()
  await runner.stop()
  await relay.dispose()
  rmSync(workspace, { recursive: true, force: true })
})

/** Has the owner's page make an enrolment, and reads its secret word off the page. */
async function enrolment(): Promise<string> {
  await page.goto(relay.url + '/settings/orbs/new')
  await page.click('button', orbSettingsWords.make)
  await page.find('button', orbSettingsWords.copyWord)
  const word = await page.run<string>(`return [...document.querySelectorAll('.code')].at(-1).innerText`)
  await page.goto(relay.url)
  return word.trim()
}

describe('in WebKit', () => {
  test('a first device pairs', async () => {
    await page.goto(relay.url + (relay.pairing?.path ?? ''))
    await page.type('input', firstWords.yourName, 'Ada')
    await page.click('button', firstWords.confirm)
    await page.shows(phraseWords.title)
    await page.click('button', phraseWords.done)
    await page.find('a', /^Settings/)
  })

  test('a thread is opened, a prompt answered, and what the agent says is shown', async () => {
    runner = await startRunnerProcess({
      relayUrl: relay.url,
      flags: ['--enrol', await enrolment()],
      state: relay.state,
      name: 'web-project',
      workspace,
      agentFlags: ['--fast'],
    })
    await page.find('a', /web-project/)
    await page.run(`[...document.querySelectorAll('a')].find((one) => one.innerText.includes('web-project')).click()`)
    await page.type('textarea', /Message/, '@say words that stay')
    await page.click('button', /^Send/)
    await page.shows('words that stay')
  })

  test('a reload without a relay shows the thread as it was, and says so', async () => {
    await page.run('return navigator.serviceWorker.ready.then(() => true)')
    await expect.poll(() => page.run<string>(SEEN), { timeout: 20_000 }).toContain('words that stay')
    await relay.stop()
    await page.reload()
    await page.shows('words that stay')
  })

  test('it lacks what is listed, and has what the app cannot do without', async () => {
    const missing = (names: readonly string[]) =>
      page.run<string[]>(
        `return arguments[0].filter((path) => path.split('.').reduce((from, name) => from?.[name], globalThis) === undefined)`,
        names,
      )
    expect(await missing(LACKS)).toEqual(LACKS)
    expect(await missing(NEEDS)).toEqual([])
  })
})
