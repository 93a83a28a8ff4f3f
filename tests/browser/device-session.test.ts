import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendWords } from '../../client/approvals/send-words.ts'
import { connectionWords } from '../../client/connection/words.ts'
import { joinWords } from '../../client/devices/join/words.ts'
import { welcomeWords } from '../../client/welcome/words.ts'
import { newCode, newSecret, pairingPath, secretHash, ticketOf } from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import { prompt, said, sharedStage } from './stage.ts'

/*
 * What stands behind every page: a session that is renewed by the device's key, decisions that this key signs, and a
 * pairing that believes the other device and not the relay.
 */

const shared = sharedStage()

test('a session that ends under an open page is renewed, and no line on the screen moves', async () => {
  const { page } = await shared.stage.device()
  const statusLines = (): Promise<string[]> => page.locator('.status-line').allTextContents()
  await expect.poll(statusLines, { timeout: 20_000 }).toEqual([connectionWords.connected])
  await page.evaluate(() => {
    const shown = new Set<string>()
    const look = (): void => {
      for (const line of document.querySelectorAll('.status-line')) shown.add(line.textContent)
    }
    Object.assign(window, { statusSaid: shown })
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const fleetAgain = page.waitForEvent('websocket', (socket) => socket.url().includes('/rooms/fleet:'))
  expect(await page.evaluate(async () => (await fetch('/api/session', { method: 'DELETE' })).status)).toBe(204)
  await fleetAgain
  await prompt(page, '@say Still here.')
  await said(page, 'Still here.').waitFor()
  const lines = await page.evaluate(() => [...(window as unknown as { statusSaid: Set<string> }).statusSaid])
  expect(lines.filter((line) => !line.startsWith(connectionWords.connected))).toEqual([])
})

test('a page that is opened moves nothing that it has shown, the cards of the first run and its thread included', async () => {
  const { page, context } = await shared.stage.device()
  await prompt(page, '@write moved.txt :: no\n@say Written.')
  await page.getByRole('button', { name: 'Allow once' }).waitFor()
  const thread = page.url()
  const opened = await context.newPage()
  await opened.setViewportSize({ width: 412, height: 823 })
  await opened.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Reflect.get(entry, 'value') as number
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shift = (): Promise<number> =>
    opened.evaluate(async () => {
      // What the frame that shows it has moved is told after it.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return (window as unknown as { seen: { shift: number } }).seen.shift
    })
  // The cards are the last to come.
  const connected = opened.getByText(connectionWords.connected)
  await opened.route('**/assets/welcome-*.js', async (route) => {
    await connected.waitFor()
    await route.continue()
  })
  await opened.goto(new URL('/', thread).href)
  await opened.getByRole('region', { name: welcomeWords.title }).waitFor()
  await opened.locator('.orb-row').first().waitFor()
  expect(await shift()).toBeLessThan(0.02)
  await opened.unrouteAll()
  await opened.goto(thread)
  await opened.locator('.dock').waitFor()
  await opened.locator('[data-entry]').first().waitFor()
  expect(await shift()).toBeLessThan(0.02)
  await opened.close()
})

test('a device whose key is gone says so, and sends no decision', async () => {
  const { page, context } = await shared.stage.device()
  await prompt(page, '@write unsigned.txt :: gone\n@say Written.')
  await page.getByRole('button', { name: 'Allow once' }).waitFor()
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('perigee-device')
      request.onsuccess = () => resolve(request.result)
    })
    await new Promise<void>((resolve) => {
      const change = database.transaction('identity', 'readwrite')
      change.objectStore('identity').clear()
      change.oncomplete = () => resolve()
    })
    database.close()
  })
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Allow once' }).click()
  await page.getByText(sendWords.noKey).waitFor()
  expect(sent.filter((path) => path.endsWith('/decision'))).toEqual([])
  expect(existsSync(join(shared.stage.workspace, 'unsigned.txt'))).toBe(false)
  await context.close()
})

/** A page on a link that a device of the owner made, as far as the press that asks to come in. */
async function invited(): Promise<{ page: Page; ownerNonce: string; invitationId: string }> {
  const owner = await shared.stage.relay.owner()
  const [invitationId, secret, ownerNonce] = [newId(), newSecret(), newSecret()]
  const invitation = {
    invitationId,
    ticketHash: await secretHash(await ticketOf(secret)),
    codeHash: await secretHash(newCode()),
    commit: await secretHash(ownerNonce),
  }
  const made = await shared.stage.relay.askAs(owner, 'POST', '/api/invitations', invitation)
  expect(made.status).toBeLessThan(300)
  const { founding } = (await shared.stage.relay.roster()) satisfies { founding: string }
  const page = await (await shared.browser.newContext()).newPage()
  await page.goto(shared.stage.relay.url + pairingPath({ invitationId, secret, founding }))
  expect(new URL(page.url()).hash).toBe('')
  return { page, ownerNonce, invitationId }
}

test('a relay that shows a new device another roster than the link names is not believed', async () => {
  const { page } = await invited()
  await page.route('**/api/pairing/requests', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...body, founding: 'f'.repeat(64) } })
  })
  await page.getByRole('button', { name: joinWords.ask }).click()
  await page.getByRole('heading', { name: joinWords.ends['not-believed'].title }).waitFor()
  await page.context().close()
})

test('a relay that makes up the nonce of the owner gets no number to be shown', async () => {
  const { page, invitationId, ownerNonce } = await invited()
  await page.route('**/api/pairing/request', (route) =>
    route.fulfill({ json: { state: 'revealed', nonce: newSecret() } }),
  )
  const revealed: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reveal')) revealed.push(request.url())
  })
  await page.getByRole('button', { name: joinWords.ask }).click()
  await page.getByRole('heading', { name: joinWords.ends['not-believed'].title }).waitFor()
  expect(revealed).toEqual([])
  // The pairing itself was sound: only what the relay had said of it was not.
  const owner = await shared.stage.relay.owner()
  const path = `/api/invitations/${invitationId}/reveal`
  expect((await shared.stage.relay.askAs(owner, 'POST', path, { nonce: ownerNonce })).status).toBeLessThan(300)
  await page.context().close()
})
