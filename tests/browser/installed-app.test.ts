import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { prompt, said, sharedStage } from './stage.ts'

/* The app as it lives on a phone: woken after ten minutes in a pocket. */

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
