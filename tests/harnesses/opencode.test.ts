import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginThread, launchBrowser, prompt, said } from '../browser/stage.ts'
import { openCodeCommand, openCodeEnvironment } from '../support/harness-environment.ts'
import { startModelServer, type ModelServer } from '../support/model-server.ts'
import type { OtherAgent } from '../support/runner-process.ts'
import { openHarnessStage, START_MS, type HarnessStage } from './stage.ts'

/*
 * OpenCode, which is not ours, run by `perigee orb` in a clone of this repository and steered from the page. Its model
 * is scripted; all else is as a person would run it.
 */

let browser: Browser
let model: ModelServer
let stage: HarnessStage
const home = mkdtempSync(join(tmpdir(), 'perigee-opencode-home-'))

beforeAll(async () => {
  model = await startModelServer()
  browser = await launchBrowser()
  stage = await openHarnessStage(browser, openCode(model.url))
  await stage.page.getByText(/^OpenCode \d/).waitFor()
}, 2 * START_MS)
afterAll(async () => {
  await stage.close()
  await browser.close()
  await model.close()
  rmSync(home, { recursive: true, force: true })
})
beforeEach(() => beginThread(stage.page))

/** OpenCode as an orb's agent: variables are passed on by name, so that no value is on a command line. */
function openCode(modelUrl: string): OtherAgent {
  const { HOME: _home, PATH: _path, ...env } = openCodeEnvironment({ home, modelUrl })
  const names = Object.keys(env).flatMap((name) => ['--env', name])
  return { command: openCodeCommand(), flags: ['--home', home, ...names], env }
}

test('a prompt from the page changes a file once its diff was seen and allowed', async () => {
  const { page } = stage
  const before = stage.file('LICENSE')
  await prompt(page, '@say I look.\n@edit LICENSE :: MIT License => The MIT License\n@say It has its whole name.')
  await said(page, 'I look.').waitFor()
  const allow = page.getByRole('button', { name: 'Allow once' })
  await allow.waitFor()
  const asked = page.locator('.approval')
  expect(await asked.locator('.diff-remove .diff-text').allTextContents()).toEqual(['MIT License'])
  expect(await asked.locator('.diff-add .diff-text').allTextContents()).toEqual(['The MIT License'])
  expect(stage.changes()).toBe('')

  await allow.click()
  await said(page, 'It has its whole name.').waitFor()
  await page.getByText('Run ended').waitFor()
  await page.getByText('Allowed by you').waitFor()
  expect(stage.file('LICENSE')).toBe(before.replace('MIT License', 'The MIT License'))
  expect(stage.changes()).toBe(' M LICENSE\n')
  await page.locator('.thread-file', { hasText: 'LICENSE' }).waitFor()
})

test('a denial leaves the file unchanged, and the run ends', async () => {
  const { page } = stage
  const before = stage.file('LICENSE')
  await prompt(page, '@edit LICENSE :: Perigee contributors => Somebody else')
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await page.getByText('Denied by you').waitFor()
  await page.getByText('Run ended').waitFor()
  expect(stage.file('LICENSE')).toBe(before)
})

test('a stop while it asks leaves the file unchanged for good, and the next prompt works', async () => {
  const { page, workspace } = stage
  const before = stage.file('LICENSE')
  const allow = page.getByRole('button', { name: 'Allow once' })
  await prompt(page, '@edit LICENSE :: Perigee contributors => Somebody else\n@say Never said.')
  await allow.waitFor()
  await page.getByRole('button', { name: 'Stop run' }).click()
  await page.getByText('Run stopped by a person').waitFor()
  await page.getByText('Withdrawn').waitFor()
  expect(await allow.count()).toBe(0)
  expect(stage.file('LICENSE')).toBe(before)

  await prompt(page, '@run cp LICENSE COPYING\n@say And on.')
  await allow.waitFor()
  const asked = page.locator('.approval')
  expect(await asked.getByText('cp LICENSE COPYING').count()).toBeGreaterThan(0)
  expect(await asked.locator('.approval-fact').filter({ hasText: 'Folder' }).locator('code').textContent()).toBe(
    workspace,
  )
  await allow.click()
  await said(page, 'And on.').waitFor()
  await page.getByText('Run ended').waitFor()
  expect(stage.file('COPYING')).toBe(before)
  expect(stage.file('LICENSE')).toBe(before)
  expect(await said(page, 'Never said.').count()).toBe(0)
})

test('a stop in mid-sentence ends the run, and the model is hung up on', async () => {
  const { page } = stage
  await prompt(page, '@say I begin.\n@wait 60000\n@say Never said.')
  await said(page, 'I begin.').waitFor()
  await page.getByRole('button', { name: 'Stop run' }).click()
  await page.getByText('Run stopped by a person').waitFor()
  expect(await model.requests.at(-1)?.ended).toBe('hung-up')
  expect(await said(page, 'Never said.').count()).toBe(0)
})

test('a runner that dies while it asks: the question is void, and the conversation goes on', async () => {
  const { page } = stage
  const before = stage.file('LICENSE')
  await prompt(page, '@edit LICENSE :: Perigee contributors => Somebody else')
  await page.getByRole('button', { name: 'Allow once' }).waitFor()
  await stage.crashRunner()
  await page.getByText(/^Run interrupted/).waitFor()
  await page.getByText(/^Void/).waitFor()
  await prompt(page, '@say Still here.')
  await said(page, 'Still here.').waitFor()
  await page.getByText('Run ended').waitFor()
  expect(stage.file('LICENSE')).toBe(before)
  expect(await page.getByText('knows nothing of the above').count()).toBe(0)
})
