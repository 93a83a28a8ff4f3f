import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { ApprovalView } from '../../shared/rooms/content.ts'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import { approvalReport } from '../support/approvals.ts'
import { makeOrb, openLink, reportEvent } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { launchBrowser } from './stage.ts'

/*
 * A question may go away, and the next one stand in its place, while a finger is on the button: what was begun for the
 * one must never answer the other.
 */

let browser: Browser
let relay: RelayProcess
let device: SignedIn
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  relay = await startRelayProcess()
  device = await relay.signIn()
})
afterAll(async () => {
  await browser.close()
  await relay.dispose()
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

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
  const context = await browser.newContext({ viewport: { width: 1200, height: 1000 }, reducedMotion: 'reduce' })
  contexts.push(context)
  const [name = '', value = ''] = device.cookie.split('=')
  await context.addCookies([{ name, value, url: relay.url }])
  const page = await context.newPage()
  await page.goto(`${relay.url}/o/${orb.orbId}/t/${threadId}`)
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
