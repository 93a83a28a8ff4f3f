import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecret, secretHash } from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import { wellFormed } from '../../shared/json/canonical.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import { approvalReport } from '../support/approvals.ts'
import { FILE_NAMES, HOSTILE } from '../support/hostile-strings.ts'
import { entryEvent, makeOrb, openLink, reportEvent } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { letIn } from './browser-device.ts'
import { launchBrowser } from './stage.ts'

/*
 * An agent whose every word is an attack, in every place that shows a word of an agent: nothing of it runs, nothing is
 * fetched for it, and the policy that would have stopped it has nothing to stop.
 */

/** What went wrong in a page, from before its first script on. */
interface Watch {
  readonly outside: string[]
  readonly dialogs: string[]
  readonly errors: string[]
}

declare global {
  interface Window {
    pwned: () => void
    found: string[]
  }
}

let browser: Browser
let relay: RelayProcess
let page: Page
let orbId: string
let watch: Watch
const threadId = newId()
const approvals: ApprovalRequest[] = []
const entryIds: string[] = []
/** Each scrolls to the oldest entry that is there, behind which older ones come. */
const MOST_SCREENS = 1000

beforeAll(async () => {
  browser = await launchBrowser()
  relay = await startRelayProcess()
  const orb = await makeOrb()
  orbId = orb.orbId
  const events = await hostileEvents()
  const openApprovals = approvals.map(({ approvalId }) => approvalId)
  const { client } = await openLink(relay, orb, { lastSeq: events.length, openApprovals, title: hostile(0) })
  for (let from = 0; from < events.length; from += 50) client.events(events.slice(from, from + 50))
  for (let acked = 0; acked < events.length;) acked = (await client.next('ack')).seq
  await writeNotes()

  const viewport = { width: 1200, height: 1000 }
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
  page = await context.newPage()
  watch = watchPage(page)
  await page.addInitScript(() => {
    window.found = []
    window.pwned = () => window.found.push('a script ran')
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      window.found.push(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  await letIn(page, relay, (await relay.owner()).person, 'Chrome on Linux')
})
afterAll(async () => {
  await browser.close()
  await relay.dispose()
})

/** The corpus, one after the other, for ever: well-formed, as a link carries it. */
function hostile(at: number): string {
  return wellFormed(HOSTILE[at % HOSTILE.length] ?? '')
}

/** Everything that a runner can say, with the corpus in every text of it. */
async function hostileEvents(): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  let word = 0
  const next = (): string => hostile(word++)
  const entry = (kind: string, body: unknown): void => {
    const entryId = newId()
    entryIds.push(entryId)
    events.push(entryEvent(events.length + 1, { threadId, entryId, kind, body, bytes: jsonBytes(body) }))
  }
  const report = (fields: { name: string; [field: string]: unknown }): void => {
    events.push(reportEvent(events.length + 1, fields))
  }
  const files = FILE_NAMES
  report({
    name: 'thread.meta',
    threadId,
    parentThreadId: null,
    title: next(),
    createdAt: Date.now(),
    modes: {
      current: next(),
      available: HOSTILE.slice(0, 5).map((_, at) => ({ id: hostile(at), name: next() })),
    },
    commands: HOSTILE.map((_, at) => ({ name: hostile(at), description: next() })),
    options: [next(), { [next()]: next() }],
    usage: { used: 1, size: 2, cost: next() },
  })
  report({
    name: 'orb.state',
    state: 'failed',
    title: next(),
    isolation: 'none',
    harness: { name: next(), version: next() },
    workspace: next(),
    message: next(),
    account: null,
    roster: { version: 0, firstUse: true, problem: next() },
  })
  const changed = files.map((path) => ({ path, added: 1, removed: 1 }))
  report({ name: 'workspace', path: next(), branch: next(), changed })
  for (const text of HOSTILE.map((_, at) => hostile(at))) {
    entry('agent_message', { text })
    entry('agent_thought', { text })
    entry('user_message', { text, by: { personName: text, deviceName: text }, commandId: null })
    entry('notice', { text, level: 'warning' })
    entry(text.slice(0, 64), { text, [text]: text })
    entry('tool_call', {
      toolCallId: newId(),
      title: text,
      toolKind: text,
      status: 'completed',
      command: text,
      locations: [text, ...files],
      content: [
        { type: 'text', text },
        { type: 'diff', path: text, oldText: 'a\n' + text, newText: text + '\nb' },
        { type: text.slice(0, 20), text },
        { type: 'blob', sha256: 'a'.repeat(64), bytes: 9, mediaType: text, preview: text },
      ],
      rawInput: { [text]: text },
      rawOutput: text,
    })
    entry('tool_call', { toolCallId: newId(), title: text, toolKind: text, status: text, rawOutput: { [text]: text } })
  }
  entry('plan', {
    steps: HOSTILE.map((_, at) => ({ content: hostile(at), status: hostile(at), priority: hostile(at) })),
  })
  for (const at of HOSTILE.keys()) {
    if (at % 3 !== 0) continue
    const text = next()
    const { approval } = await approvalReport(orbId, threadId, at % 2 === 0 ? permission(text, files) : question(text))
    approvals.push(approval)
    report({ name: 'approval.raised', approval })
  }
  return events
}

function permission(text: string, files: readonly string[]): Partial<ApprovalRequest> {
  return {
    toolCall: {
      toolCallId: newId(),
      title: text,
      toolKind: text,
      command: text,
      cwd: text,
      locations: [text, ...files],
      content: [{ type: 'diff', path: text, oldText: text, newText: text + text }],
      rawInput: { [text]: text },
    },
    // Longer ones are refused where they enter.
    options: [
      { optionId: 'yes', name: text.slice(0, 1000), kind: 'allow_once' },
      { optionId: text.slice(0, 1000), name: text.slice(0, 1000), kind: 'allow_always' },
      { optionId: 'no', name: text.slice(0, 1000), kind: 'reject_once' },
    ],
    claim: text,
    riskRule: text,
  }
}

function question(text: string): Partial<ApprovalRequest> {
  const choices = [{ value: text, label: text }]
  const field = { name: text, title: text, description: text, required: true }
  return {
    asked: 'question',
    toolCall: null,
    options: [],
    claim: text,
    question: {
      message: text,
      url: 'javascript:pwned()',
      fields: (['choice', 'text', 'boolean'] as const).map((type, at) => ({
        ...field,
        name: text + at,
        type,
        choices,
      })),
    },
  }
}

/** What a script says by its note token. */
async function writeNotes(): Promise<void> {
  const token = newSecret()
  const owner = await relay.owner()
  const tokenSha256 = await secretHash(token)
  const made = { tokenId: newId(), name: '<img src=x onerror=pwned()>', threadId, tokenSha256 }
  expect((await relay.askAs(owner, 'POST', `/api/orbs/${orbId}/note-tokens`, made)).status).toBe(201)
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  for (const at of HOSTILE.keys()) {
    const note = { noteId: newId(), kind: at % 2 === 0 ? 'note' : 'progress', text: hostile(at), value: 0.5 }
    const body = JSON.stringify(note)
    expect((await relay.ask({ method: 'POST', path: '/api/notes', headers, body })).status).toBe(200)
  }
}

function watchPage(watched: Page): Watch {
  const seen: Watch = { outside: [], dialogs: [], errors: [] }
  watched.context().on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(relay.url + '/') && !/^(data|blob):/.test(url)) seen.outside.push(url)
  })
  watched.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  watched.on('pageerror', (error) => seen.errors.push(error.message))
  watched.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|Trusted Type/i.test(message.text())) seen.errors.push(message.text())
  })
  return seen
}

/** What stands in the page that no text may become. */
function dangerIn(): string[] {
  const found = [...window.found]
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName
    if (['iframe', 'object', 'embed', 'base', 'math'].includes(name)) found.push(`<${name}>`)
    for (const { name: attribute, value } of element.attributes) {
      if (attribute.startsWith('on')) found.push(`${name} ${attribute}`)
      if (!['href', 'src', 'action', 'formaction', 'srcset', 'poster', 'xlink:href'].includes(attribute)) continue
      const url = new URL(value, location.href)
      const isOwn = url.origin === location.origin || url.protocol === 'blob:' || url.protocol === 'data:'
      if (isOwn) continue
      const isLink = name === 'a' && attribute === 'href' && ['https:', 'http:', 'mailto:'].includes(url.protocol)
      const rel = element.getAttribute('rel') ?? ''
      if (!isLink || !rel.includes('noopener') || !rel.includes('noreferrer'))
        found.push(`${name} ${attribute}=${value}`)
    }
  }
  return found
}

/** What hides in text that is shown, with what stands around it. */
function hiddenIn(): string[] {
  const shown = document.body.innerText
  return [...shown.matchAll(/.{0,20}[\u202A-\u202E\u2066-\u2069\u001b\u009b\u200b].{0,10}/gu)].map(([text]) => text)
}

async function expectNothing(where: string): Promise<void> {
  expect(await page.evaluate(dangerIn), where).toEqual([])
  expect(await page.evaluate(hiddenIn), where).toEqual([])
  expect(new URL(page.url()).origin, where).toBe(relay.url)
  expect(watch, where).toEqual({ outside: [], dialogs: [], errors: [] })
}

test('the fleet shows it as text', async () => {
  await page.goto(relay.url)
  await page.getByRole('link', { name: 'Settings' }).first().waitFor()
  await page.locator(`a[href*="/o/${orbId}"]`).first().waitFor()
  await expectNothing('the fleet')
})

test('a thread shows it as text, whatever is opened in it', async () => {
  await page.goto(`${relay.url}/o/${orbId}/t/${threadId}`)
  await page.locator('[data-entry]').first().waitFor()
  await expectNothing('the end of the thread')
  const seen = new Set<string>()
  for (let screen = 0; seen.size < entryIds.length; screen++) {
    if (screen === MOST_SCREENS) throw new Error(`after ${screen} screens ${seen.size} of ${entryIds.length} were seen`)
    // Closed parts are opened as a person would: what is folded away has to be harmless too.
    const ids = await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
      const folded = document.querySelectorAll<HTMLElement>('[data-entry] button[aria-expanded="false"]')
      for (const button of folded) button.click()
      return [...document.querySelectorAll<HTMLElement>('[data-entry]')].map(({ dataset }) => dataset['entry'] ?? '')
    })
    await expectNothing(`screen ${screen}`)
    for (const id of ids) seen.add(id)
    await page.evaluate(() => document.querySelector('[data-entry]')?.scrollIntoView())
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
})

test('each approval shows it as text, and its answers are ours', async () => {
  await page.goto(`${relay.url}/settings`)
  for (const { approvalId } of approvals) {
    // By way of the settings, so that the answers which are waited for are the next one's.
    await walkTo('/settings')
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
    await walkTo(`/a/${approvalId}`)
    const answer = page.getByRole('button', { name: /Deny|Decline|Send answer/ }).first()
    await answer.waitFor().catch(async () => {
      throw new Error(`${approvalId} shows no answer: ${await page.locator('body').innerText()}`)
    })
    await expectNothing(approvalId)
  }
})

/** Goes to another page of the app without loading the app anew, as its own links do. */
function walkTo(path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

test('settings show it as text', async () => {
  for (const path of ['/settings', '/settings/orbs', `/settings/orbs/${orbId}`]) {
    await page.goto(relay.url + path)
    await page.getByRole('heading').first().waitFor()
    await expectNothing(path)
  }
})
