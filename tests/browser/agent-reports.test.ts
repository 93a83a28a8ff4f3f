import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertWords } from '../../client/orbs/alert-words.ts'
import { axeFindings } from './axe.ts'
import { launchBrowser, openStage, prompt, said, type Stage } from './stage.ts'

/*
 * What an agent says of itself, and what can be read and chosen by it, on one phone: its commands, what it has used, its
 * settings, its sessions, and its workspace.
 */

let browser: Browser
let stage: Stage
let page: Page
let thread: string
const store = mkdtempSync(join(tmpdir(), 'perigee-agent-'))

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage(browser, ['--fast', '--store', store], {
    adapter: ['--adapter', 'scripted'],
    prepare(workspace) {
      mkdirSync(join(workspace, 'src'))
      writeFileSync(join(workspace, 'page.html'), '<h1>Harbour notes</h1>\n')
      writeFileSync(join(workspace, 'src/my parser.ts'), 'export {}\n')
      const git = (...args: string[]): Buffer =>
        execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: workspace })
      git('init', '--quiet', '-b', 'main')
      git('add', '.')
      git('commit', '--quiet', '-m', 'Begin')
      keepSession(workspace)
    },
  })
  page = (await stage.device({ width: 390, height: 844 })).page
  thread = page.url()
})
afterAll(async () => {
  await stage.close()
  await browser.close()
  rmSync(store, { recursive: true, force: true })
})
beforeEach(async () => {
  if (page.url() !== thread) await page.goto(thread)
})

/** A conversation from before there was an orb. */
function keepSession(cwd: string): void {
  const options = { model: 'script-1', thoughts: 'full', pace: 'normal', checks: true }
  const folder = join(store, 'sessions')
  mkdirSync(folder)
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const about = { title: 'The older harbour', modeId: 'ask', options, turns: 1, characters: 40, updatedAt: at }
  writeFileSync(join(folder, 'older.json'), JSON.stringify({ sessionId: 'older', cwd, ...about }))
  const content = { type: 'text', text: 'The tide is out.' }
  writeFileSync(
    join(folder, 'older.jsonl'),
    JSON.stringify({ sessionUpdate: 'agent_message_chunk', messageId: 'm1', content }) + '\n',
  )
}

const field = () => page.getByRole('textbox', { name: 'Message' })
const menu = async (): Promise<void> => page.getByRole('button', { name: 'Threads' }).click()

test('commands of the agent are offered, taken by keys, and told what may follow', async () => {
  await prompt(page, '@say Here.')
  await said(page, 'Here.').waitFor()
  await page.getByText('Run ended').waitFor()
  await field().pressSequentially('/')
  await page.getByRole('option', { name: /\/check/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await field().press('ArrowDown')
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('/check')
  await field().press('Escape')
  expect(await page.getByRole('option').count()).toBe(0)
  await field().pressSequentially('st')
  await page.getByRole('option', { name: /\/story/ }).waitFor()
  await field().press('Enter')
  await expect.poll(() => field().inputValue()).toBe('/story ')
  await page.getByText('what to do').waitFor()
})

test('a file of the workspace is mentioned by taps, through its folder', async () => {
  await field().fill('look at ')
  await field().pressSequentially('@')
  await page.getByRole('option', { name: /src/ }).click()
  await page.getByRole('option', { name: /my parser/ }).click()
  await expect.poll(() => field().inputValue()).toBe('look at @"src/my parser.ts" ')
  await field().fill('')
})

test('what a thread has used and cost stands in its head and its sheet', async () => {
  await page.locator('.page-facts').getByText('<$0.01').waitFor()
  await menu()
  await page.getByRole('meter', { name: 'Context used' }).waitFor()
  await page
    .getByRole('dialog')
    .getByText(/of 200,000 tokens/)
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
})

test('a setting with which the agent asks less is decided by a hold, and is told from then on', async () => {
  await menu()
  await page.getByRole('button', { name: /Mode and model/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Mode and model' })
  await sheet.getByRole('radio', { name: /Ask first/, checked: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('radio', { name: /Go ahead/ }).click()
  // The question stands in the thread, and the sheet gives way to it.
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('heading', { name: 'Change its mode' }).waitFor()
  expect(await page.getByText(alertWords.asking.lowered.title).count()).toBe(0)
  const hold = page.getByRole('button', { name: 'Hold: allow', disabled: false })
  await hold.waitFor()
  const box = (await hold.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.getByRole('button', { name: 'Release: allow' }).waitFor()
  await page.mouse.up()
  await page.getByText(alertWords.asking.lowered.title).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'To the thread' }).click()
  await page.getByText(alertWords.asking.lowered.title).waitFor()
})

test('what a run changed leads to its differences, to every file, and back', async () => {
  await prompt(page, '@nopermit\n@edit page.html :: notes => words\n@write new.txt :: one\\ntwo\\n\n@say Changed.')
  await said(page, 'Changed.').waitFor()
  await page.getByRole('link', { name: '2 files, +3 −1' }).click()
  await page.getByRole('heading', { name: 'Changed by this run' }).waitFor()
  await page.getByText('<h1>Harbour words</h1>').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'new.txt 8 bytes' }).click()
  await page.locator('.workspace-text').getByText('one').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe('one\ntwo\n')
  const archive = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  expect((await archive).suggestedFilename()).toBe('web-project.tar.gz')
  // A wide screen has the fleet beside it, which leads elsewhere.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(thread)
  await page.setViewportSize({ width: 390, height: 844 })
})

test('a session of the agent is taken up into a thread, with what it holds', async () => {
  await menu()
  await page.getByRole('link', { name: 'Sessions of the agent' }).click()
  const older = page.getByRole('listitem').filter({ hasText: 'The older harbour' })
  await older.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await older.getByRole('button', { name: 'Take up' }).click()
  await said(page, 'The tide is out.').waitFor()
  await page.locator('.page-facts').getByText('The older harbour').waitFor()
})
