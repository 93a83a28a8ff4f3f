import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendWords } from '../../client/approvals/send-words.ts'
import { connectionWords } from '../../client/connection/words.ts'
import { threadWords } from '../../client/threads/words.ts'
import { beginThread, prompt, said, sharedStage } from './stage.ts'

/* The app as it lives on a phone: woken after ten minutes in a pocket, and opened where there is no network. */

const shared = sharedStage()

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('after ten minutes in a pocket one exchange makes it fresh, and nothing flashes', async () => {
  const other = await shared.stage.device()
  const { page } = await shared.stage.device({ width: 390, height: 844, beside: other })
  const threadId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const sockets: { room: string; sent: number; received: number }[] = []
  let isAsleep = false
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    const mine = { room: decodeURIComponent(socket.url()), sent: 0, received: 0 }
    // A phone that wakes finds its old sockets open, and nothing comes out of them any more.
    const isOld = !isAsleep
    const server = socket.connectToServer()
    sockets.push(mine)
    socket.onMessage((message) => {
      mine.sent += 1
      server.send(message)
    })
    server.onMessage((message) => {
      if (isOld && isAsleep) return
      mine.received += 1
      socket.send(message)
    })
  })
  await page.clock.install()
  await page.reload()
  await field(page).waitFor()
  await prompt(other.page, '@say Before the pocket.')
  await said(page, 'Before the pocket.').waitFor()
  await page.evaluate(watchStatus)

  isAsleep = true
  sockets.length = 0
  await prompt(other.page, '@say News from outside.')
  await said(other.page, 'News from outside.').waitFor()
  expect(await said(page, 'News from outside.').count()).toBe(0)
  await page.clock.fastForward('10:00')
  await said(page, 'News from outside.').waitFor()

  const first = sockets.find(({ room }) => room.endsWith(`thread:${threadId}`))
  expect(first?.sent).toBe(1)
  const lines = await page.evaluate(() => (globalThis as unknown as { statusLines: string[] }).statusLines)
  expect(lines.filter((line) => /cannot be reached|offline|not signed in/.test(line))).toEqual([])
})

/** In the page: notes every sentence that a line of connectivity shows from now on. */
function watchStatus(): void {
  const lines: string[] = []
  Object.assign(globalThis, { statusLines: lines })
  const note = (): void => {
    for (const line of document.querySelectorAll('[role="status"]')) lines.push(line.textContent ?? '')
  }
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
}

test('opened without a network it shows what was seen and its age, and what is said then goes out once on return', async () => {
  const { relay, workspace } = shared.stage
  const { context, page: before } = await shared.stage.device({ width: 390, height: 844, worker: true })
  const asking = before.url()
  await prompt(before, '@title The asking one\n@say Before the tunnel.\n@write tunnel.txt :: dug\n@say Not dug.')
  await before.getByRole('button', { name: 'Deny', exact: true }).waitFor()
  await beginThread(before)
  const working = before.url()
  await prompt(before, '@say The last words.\n@wait 600000')
  await said(before, 'The last words.').waitFor()
  await before.evaluate(async () => void (await navigator.serviceWorker.ready))
  // At once: what has just come is not on disk yet.
  await before.goto('about:blank')
  await relay.kill()
  const page = await context.newPage()
  await before.close()

  // A machine without any network says of itself that it is offline.
  const words = `${connectionWords.relayAway}|${connectionWords.deviceOffline}`
  const away = page.getByRole('status').filter({ hasText: new RegExp(`^(${words}) · (now|\\d)`) })
  await page.goto(relay.url)
  await page.getByRole('link', { name: /web-project/ }).waitFor()
  await away.waitFor()
  expect(await signs(page)).toEqual(['(1) Perigee', '/waiting-1.svg'])

  await page.goto(working)
  await said(page, 'The last words.').waitFor()
  await away.waitFor()
  await page.getByRole('button', { name: 'Stop run' }).click()
  await page.getByText(threadWords.stopKept).waitFor()

  await page.evaluate(share, '@say Shared in the tunnel.')
  await page.goto(relay.url + '/share')
  await page.getByRole('link', { name: /^The asking one/ }).click()
  await said(page, 'Before the tunnel.').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('@say Shared in the tunnel.')
  await field(page).press('Control+Enter')
  await page.getByText('kept on this device').waitFor()

  await page.goto(relay.url + '/inbox')
  await page.getByRole('button', { name: 'Review' }).click()
  const allow = page.getByRole('button', { name: 'Allow once' })
  await allow.waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Deny', exact: true }).getAttribute('aria-disabled'))
    .toBe(null)
  expect(await allow.getAttribute('aria-disabled')).toBe('true')
  await page.goBack()
  const deny = page.getByRole('button', { name: 'Deny', exact: true })
  await expect.poll(() => deny.getAttribute('aria-disabled')).toBe(null)
  await deny.click()
  await page.getByText(sendWords.kept).waitFor()

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  await relay.restart()
  await page.getByText(/^Denied by you/).waitFor()
  // Also what was written in a thread that is not on screen now.
  const entries = `/api/threads/${new URL(asking).pathname.split('/').at(-1)}/entries?before=1000&limit=100`
  const owner = await relay.owner()
  const written = async (): Promise<string> => JSON.stringify((await relay.askAs(owner, 'GET', entries)).json())
  await expect.poll(written, { timeout: 20_000 }).toContain('Shared in the tunnel.')
  await page.goto(asking)
  await said(page, 'Shared in the tunnel.').waitFor()
  expect(await said(page, 'Shared in the tunnel.').count()).toBe(1)
  await said(page, 'Not dug.').waitFor()
  expect(existsSync(join(workspace, 'tunnel.txt'))).toBe(false)
  await page.goto(working)
  await page.getByText('Run stopped by a person').waitFor()
  expect(sent.filter((path) => path === 'decision' || path === 'commands').toSorted()).toEqual(['commands', 'decision'])
  expect(await signs(page)).toEqual(['Perigee', '/mark.svg'])
})

/** What says in the tab how much waits. */
function signs(page: Page): Promise<unknown> {
  return page.evaluate(() => [document.title, document.querySelector('link[rel="icon"]')?.getAttribute('href')])
}

/** In the page: what the system's share sheet posts. No page of the app may post a form as the sheet does. */
async function share(text: string): Promise<void> {
  const form = new FormData()
  form.set('text', text)
  await fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
}
