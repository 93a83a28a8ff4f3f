import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { ApprovalView } from '../../shared/rooms/content.ts'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import { approvalReport } from '../support/approvals.ts'
import { makeOrb, openLink, reportEvent } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { devicePool, type DevicePool } from './device-pool.ts'
import { launchBrowser } from './stage.ts'

/*
 * What a person decides on is what stands before him: what was begun for one question must never answer the next that
 * came up under the finger, and a change is shown whole.
 */

let browser: Browser
let relay: RelayProcess
let device: SignedIn
let devices: DevicePool

beforeAll(async () => {
  browser = await launchBrowser()
  relay = await startRelayProcess()
  device = await relay.signIn()
  devices = devicePool(browser, relay)
})
afterAll(async () => {
  await browser.close()
  await relay.dispose()
})
afterEach(() => devices.leave())

/** A page of a signed-in device. */
async function open(path: string): Promise<Page> {
  const { page } = await devices.take({ width: 1200, height: 1000 })
  await page.goto(relay.url + path)
  return page
}

/** A page with two questions that wait, and the way to withdraw the first. */
async function twoQuestions(more: Partial<ApprovalRequest>): Promise<{
  page: Page
  outcome: () => Promise<string>
  withdrawFirst: () => void
}> {
  const orb = await makeOrb()
  const threadId = newId()
  const first = await approvalReport(orb.orbId, threadId, { ...more, ...command('rm -rf build'), raisedAt: 1000 })
  const second = await approvalReport(orb.orbId, threadId, { ...more, ...command('rm -rf /home'), raisedAt: 2000 })
  const { client } = await openLink(relay, orb, {
    lastSeq: 2,
    firstSeq: 1,
    openApprovals: [first.approval.approvalId, second.approval.approvalId],
  })
  client.events([reportEvent(1, first), reportEvent(2, second)])
  await client.next('ack')
  const page = await open(`/o/${orb.orbId}/t/${threadId}`)
  return {
    page,
    async outcome() {
      const answer = await relay.askAs(device, 'GET', '/api/approvals/' + second.approval.approvalId)
      return ApprovalView.parse(answer.json()).outcome
    },
    withdrawFirst() {
      const { approvalId } = first.approval
      client.events([reportEvent(3, { name: 'approval.ended', approvalId, outcome: 'withdrawn', message: null })])
    },
  }
}

function command(text: string): Partial<ApprovalRequest> {
  const toolCall = { toolCallId: newId(), title: text, toolKind: 'execute', command: text, cwd: '/work' }
  return { toolCall: { ...toolCall, locations: [], content: [], rawInput: null } }
}

const DESTRUCTIVE = { risk: 'destructive', riskRule: 'execute:rm' } as const

test('a hold that began on one question does not allow the next', async () => {
  const { page, outcome, withdrawFirst } = await twoQuestions(DESTRUCTIVE)
  const button = page.getByRole('button', { name: 'Hold: allow' })
  await button.click({ trial: true })
  const box = await button.boundingBox()
  if (box === null) throw new Error('the button has no box')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  withdrawFirst()
  await page.getByText('rm -rf /home').first().waitFor()
  // Longer than a hold, and than the guard of a card that has just come up.
  await page.waitForTimeout(1500)
  await page.mouse.up()
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect.poll(outcome, { timeout: 15_000 }).toBe('denied')
})

test('a dialog that asks about one question does not confirm the next', async () => {
  const { page, outcome, withdrawFirst } = await twoQuestions(DESTRUCTIVE)
  await page.getByRole('button', { name: 'Hold: allow' }).click()
  await page.getByRole('dialog').getByText('rm -rf build').waitFor()
  withdrawFirst()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await outcome()).toBe('pending')
})

test('what was typed for one question does not stand in the next', async () => {
  const field = { name: 'why', title: 'Why?', description: null, type: 'text' as const, required: true, choices: [] }
  const question = { message: 'Why is that so?', fields: [field], url: null }
  const { page, outcome, withdrawFirst } = await twoQuestions({ asked: 'question', question, options: [] })
  await page.getByRole('textbox', { name: 'Why?' }).fill('only for the first')
  withdrawFirst()
  await page.getByText('rm -rf build').first().waitFor({ state: 'hidden' })
  expect(await page.getByRole('textbox', { name: 'Why?' }).inputValue()).toBe('')
  expect(await outcome()).toBe('pending')
})

test('a change that is too large for a message is shown whole, not judged by its beginning', async () => {
  const orb = await makeOrb()
  const threadId = newId()
  const { client, welcome } = await openLink(relay, orb, {})
  // The same for thousands of characters, then one line that matters.
  const same = 'const same = 1\n'.repeat(2000)
  const sides = [same, same + 'stealTheKeys()\n'] as const
  const refs = sides.map((text) => ({
    type: 'blob' as const,
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: text.length,
    mediaType: 'text/plain',
    preview: text.slice(0, 1000),
  }))
  const diff = { type: 'diff', path: 'src/keys.ts', oldText: refs[0], newText: refs[1] }
  const toolCall = { toolCallId: 'edit', title: 'Edit keys.ts', toolKind: 'edit', command: null, cwd: null }
  const asked = await approvalReport(orb.orbId, threadId, {
    toolCall: { ...toolCall, locations: [], content: [diff], rawInput: null },
    riskRule: 'kind:edit',
  })
  client.events([reportEvent(1, asked)])
  await client.next('ack')
  const page = await open(`/a/${asked.approval.approvalId}`)
  // The runner sends large parts beside its events: the question may come first.
  await page.getByText('the orb may still be sending it').waitFor()
  expect(await page.getByText('Nothing changed in this file').count()).toBe(0)
  for (const [at, text] of sides.entries()) {
    const stored = await relay.ask({
      method: 'PUT',
      path: `/api/orbs/${orb.orbId}/blobs/${refs[at]?.sha256}`,
      headers: { authorization: `Bearer ${welcome.blobTicket}`, 'content-type': 'application/octet-stream' },
      body: text,
    })
    expect(stored.status).toBe(201)
  }
  await page.getByRole('button', { name: 'Load the change' }).click()
  await page.getByText('stealTheKeys()').waitFor()
  await page.reload()
  await page.getByText('stealTheKeys()').waitFor()
})
