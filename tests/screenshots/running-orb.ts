import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openStage, prompt, said } from '../browser/stage.ts'
import type { Take } from './first-run.ts'

interface Step {
  readonly name: string
  /** Goes on from the step before; its page is the same. */
  readonly act: (page: Page, orb: string) => Promise<void>
}

const message = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('textbox', { name: 'Message' })

const closeSheet = (page: Page): Promise<void> => page.getByRole('button', { name: 'Close' }).first().click()

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What only an orb that really runs can show, in the order in which it comes about. */
const STEPS: readonly Step[] = [
  { name: 'thread-empty', act: (page) => page.locator('.thread-empty').waitFor() },
  {
    name: 'composer-commands',
    async act(page) {
      await prompt(page, '@say Here.')
      await page.getByText('Run ended').waitFor()
      await message(page).pressSequentially('/')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'composer-files',
    async act(page) {
      await message(page).fill('look at ')
      await message(page).pressSequentially('@')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'composer-attachments',
    async act(page) {
      await message(page).fill('@say Both are read.')
      await page.getByRole('button', { name: 'Attach' }).click()
      const files = [
        { name: 'a-screenshot.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') },
        {
          name: 'the-log-of-' + 'a-very-long-run-'.repeat(8) + '.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('a'),
        },
      ]
      await page.locator('input[type=file]').last().setInputFiles(files)
      await page.locator('.file-row').nth(1).waitFor()
    },
  },
  { name: 'attach-sheet', act: (page) => page.getByRole('button', { name: 'Attach' }).click() },
  {
    name: 'thread-with-files',
    async act(page) {
      await closeSheet(page)
      await message(page).press('Control+Enter')
      await said(page, 'Both are read.').waitFor()
      await page.getByText('Run ended').waitFor()
    },
  },
  {
    name: 'thread-changes',
    async act(page) {
      await prompt(page, '@nopermit\n@edit page.html :: notes => words\n@write new.txt :: one\\ntwo\\n\n@say Changed.')
      await said(page, 'Changed.').waitFor()
      await page.getByRole('link', { name: /^2 files/ }).waitFor()
    },
  },
  {
    name: 'review',
    async act(page) {
      await page
        .getByRole('button', { name: /^Comment on line/ })
        .first()
        .focus()
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Your comment' }).fill('Say why.')
    },
  },
  {
    name: 'review-bar',
    async act(page) {
      await page.getByRole('button', { name: 'Add comment' }).click()
      await page.getByRole('button', { name: /comment on changes/ }).waitFor()
    },
  },
  {
    name: 'running-thread',
    async act(page) {
      await prompt(page, '@read page.html\n@say The page is short. I change its heading.\n@wait 600000')
      await said(page, 'The page is short. I change its heading.').waitFor()
    },
  },
  {
    name: 'queue',
    async act(page) {
      await prompt(page, 'Then tell the others what has changed.')
      await prompt(page, 'And tidy up.')
      await page.locator('.queue-item').nth(1).waitFor()
    },
  },
  {
    name: 'queue-item',
    act: (page) => page.locator('.queue-text').first().click(),
  },
  {
    name: 'thread-menu',
    async act(page) {
      await closeSheet(page)
      await page.getByRole('button', { name: 'Threads' }).click()
    },
  },
  {
    name: 'thread-settings',
    async act(page) {
      await closeSheet(page)
      await page.getByRole('button', { name: 'Mode and model' }).first().click()
      await page.getByRole('radio').first().waitFor()
    },
  },
  { name: 'workspace', act: (page, orb) => go(page, orb + '/files', '.diff') },
  { name: 'workspace-file', act: (page, orb) => go(page, orb + '/files?file=page.html', '.workspace-text') },
  { name: 'sessions', act: (page, orb) => go(page, orb + '/sessions', '.session, .workspace-note') },
  { name: 'search', act: (page, orb) => go(page, orb.replace('/o/', '/search?orb=') + '#page', '.search-hit') },
  { name: 'search-nothing', act: (page) => go(page, '/search#zebra', '.empty') },
]

/** The names of what {@link takeRunningOrb} takes. */
export const RUNNING_ORB = STEPS.map(({ name }) => name)

/** Takes what an orb with the scripted agent shows, as far as the last that is wanted. */
export async function takeRunningOrb(browser: Browser, take: Take, isWanted: (name: string) => boolean): Promise<void> {
  const stage = await openStage(browser, ['--fast'], { adapter: ['--adapter', 'scripted'], prepare })
  try {
    const { page } = await stage.device()
    await page.evaluate(() => localStorage.setItem('perigee:welcomed', '1'))
    await page.reload()
    const orb = page.url().replace(/\/t\/.*/, '')
    const last = RUNNING_ORB.findLastIndex(isWanted)
    for (const { name, act } of STEPS.slice(0, last + 1)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await act(page, orb)
      await take(page, name)
    }
  } finally {
    await stage.close()
  }
}

async function go(page: Page, url: string, ready: string): Promise<void> {
  await page.goto(new URL(url, page.url()).href)
  await page.locator(ready).first().waitFor()
}

/** A small project under git. */
function prepare(workspace: string): void {
  mkdirSync(join(workspace, 'src'))
  writeFileSync(join(workspace, 'page.html'), '<h1>Harbour notes</h1>\n<p>What the tide brought in.</p>\n')
  writeFileSync(join(workspace, 'src/tides.ts'), 'export const high = 6\n')
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: workspace })
  git('init', '--quiet', '-b', 'main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Begin')
}
