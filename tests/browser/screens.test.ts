import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fleetWords } from '../../client/fleet/words.ts'
import { inboxWords } from '../../client/inbox/words.ts'
import { decisionFor } from '../support/approvals.ts'
import { letIn, somebody } from './browser-device.ts'
import { placeOrb, type PlacedOrb } from './screens/placed-orb.ts'
import { launchBrowser, openStage, type Stage } from './stage.ts'

/*
 * Every screen in its states, as a reader of screens and a keyboard meet them: one relay, one agent, and orbs that say
 * just what a screen needs.
 */

let browser: Browser
let stage: Stage
let orb: PlacedOrb
let away: PlacedOrb
let context: BrowserContext
let page: Page
const ids = { destructive: '', edit: '', decided: '' }

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage(browser)
  const { relay } = stage
  orb = await placeOrb(relay, 'api-refactor')
  away = await placeOrb(relay, 'laptop', 'idle')
  away.leave()
  const owner = await relay.owner()
  const decided = await orb.raise()
  const decision = await decisionFor(owner, orb.orbId, decided, 'deny', {}, { reason: 'Use a branch' })
  await relay.askAs(owner, 'POST', `/api/approvals/${decided.approvalId}/decision`, decision)
  const destructive = await orb.raise({
    call: { command: 'rm -rf build &&\n  npm publish' },
    risk: 'destructive',
    riskRule: 'execute:rm',
    claim: 'A clean build first.',
  })
  for (const path of ['src/a.ts', 'src/b.ts']) {
    await orb.raise({
      call: { toolKind: 'read', title: 'Read', locations: [path] },
      risk: 'read',
      riskRule: 'kind:read',
    })
  }
  const edit = await orb.raise({
    call: {
      toolKind: 'edit',
      title: 'Edit src/parser.ts',
      content: [{ type: 'diff', path: 'src/parser.ts', oldText: 'a\nb\n', newText: 'a\nc\n' }],
    },
    riskRule: 'kind:edit',
    expiresAt: Date.now() + 3_600_000,
  })
  Object.assign(ids, {
    destructive: destructive.approvalId,
    edit: edit.approvalId,
    decided: decided.approvalId,
  })
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  await letIn(page, relay, owner.person)
  await page.locator('.orb-row').first().waitFor()
})
afterAll(async () => {
  await context.close()
  await stage.close()
  await browser.close()
})

afterEach(async () => {
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 390, height: 844 })
})

/** These go through many screens, one after another: they run in `test:long`. */
const longTest = test.skipIf(process.env['PERIGEE_LONG'] !== '1')

/** What axe finds, in light with every rule and in dark with those that depend on colour. */
async function findings(on = page): Promise<string[]> {
  const read = async (builder: AxeBuilder): Promise<string[]> => {
    const { violations } = await builder.analyze()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`),
    )
  }
  await on.emulateMedia({ colorScheme: 'light' })
  const light = await read(new AxeBuilder({ page: on }))
  await on.emulateMedia({ colorScheme: 'dark' })
  const dark = await read(new AxeBuilder({ page: on }).withRules(['color-contrast']))
  await on.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((finding) => 'dark: ' + finding)]
}

async function open(path: string, ready: string): Promise<void> {
  await page.goto(stage.relay.url + path)
  await page.locator(ready).filter({ visible: true }).first().waitFor()
}

test('the fleet has no fault for a screen reader: at the first run, divided, searched, and with a dialog', async () => {
  await page.locator('.welcome').waitFor()
  expect(await findings()).toEqual([])
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: fleetWords.byProject }).click()
  expect(await findings()).toEqual([])
  await page.getByRole('button', { name: fleetWords.byState }).click()
  await page.getByRole('button', { name: fleetWords.stopAll }).click()
  await page.getByRole('dialog').waitFor()
  expect(await findings()).toEqual([])
  await page.reload()
  await page.locator('.orb-row').first().waitFor()
  expect(await page.locator('.welcome').count()).toBe(0)
})

longTest('nor has a fleet with nothing in it, nor the ways in of a browser that nobody knows', async () => {
  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const stranger = await other.newPage()
  await stranger.goto(stage.relay.url)
  await stranger.locator('h1').first().waitFor()
  expect(await findings(stranger)).toEqual([])
  const nobody = await other.newPage()
  await letIn(nobody, stage.relay, somebody('Eve', []))
  await nobody.getByText(fleetWords.notShared).waitFor()
  expect(await findings(nobody)).toEqual([])
  await other.close()
})

test('nor has the inbox, whose batch says how many it would allow', async () => {
  await open('/inbox', '.inbox-entry')
  await page.getByRole('button', { name: 'Allow 2 reads' }).waitFor()
  expect(await page.locator('.inbox-receipt').count()).toBeGreaterThan(0)
  expect(await findings()).toEqual([])
})

test('nor has a question, pending, decided or gone', async () => {
  await open('/a/' + ids.destructive, '.approval')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  expect(await findings()).toEqual([])
  const allow = page.getByRole('button', { name: 'Hold: allow' })
  await expect.poll(() => allow.getAttribute('aria-disabled')).toBe(null)
  await page.getByRole('button', { name: 'Deny with a reason' }).click()
  await page.locator('.deny-reason').waitFor()
  expect(await findings()).toEqual([])
  await open('/a/' + ids.edit, '.diff')
  expect(await findings()).toEqual([])
  await open('/a/' + ids.decided, '.receipt')
  expect(await findings()).toEqual([])
  await open('/a/AAAAAAAAAAAAAAAAAAAAAA', '.empty')
  expect(await findings()).toEqual([])
})

longTest('nor has a thread, a workspace that is away, or an address that leads nowhere', async () => {
  await open(`/o/${orb.orbId}/t/${orb.threadId}`, '[data-entry]')
  await page.locator('.dock').waitFor()
  expect(await findings()).toEqual([])
  await open(`/o/${away.orbId}/files`, '.empty')
  expect(await page.locator('main').getByText('not reachable').count()).toBe(1)
  expect(await findings()).toEqual([])
  await open('/nowhere', '.empty')
  expect(await findings()).toEqual([])
})

longTest('nor has any section of the settings', async () => {
  await open('/settings', '.settings-row')
  expect(await findings()).toEqual([])
  const found: string[] = []
  const rows = page.locator('.settings-menu .settings-row')
  const paths = await rows.evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))))
  expect(paths.length).toBeGreaterThan(8)
  for (const path of paths) {
    await open(path, '.settings-content > :not(.skeleton)')
    for (const finding of await findings()) found.push(`${path}: ${finding}`)
  }
  expect(found).toEqual([])
})

longTest('nor have the palette and the list of keys, which open by their keys alone', async () => {
  await open('/', '.orb-row')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('parser')
  await page.getByRole('status').getByText('Nothing fits').waitFor()
  await page.getByRole('combobox').fill('api')
  await page
    .getByRole('option', { name: /api-refactor/ })
    .first()
    .waitFor()
  expect(await findings()).toEqual([])
  await page.getByRole('combobox').fill('')
  await page.keyboard.press('?')
  expect(await page.getByRole('combobox').inputValue()).toBe('?')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  expect(await findings()).toEqual([])
  await page.keyboard.press('Escape')
})

longTest.each([
  ['320 px wide', async () => page.setViewportSize({ width: 320, height: 640 })],
  [
    'with text twice as large',
    async () => page.evaluate(() => document.documentElement.setAttribute('data-text', '200')),
  ],
  ['in forced colours', async () => page.emulateMedia({ forcedColors: 'active' })],
] as const)('every screen is whole %s', async (_how, set) => {
  for (const [path, ready] of [
    ['/', '.orb-row'],
    ['/inbox', '.inbox-entry'],
    ['/a/' + ids.destructive, '.approval'],
    ['/settings/appearance', '.settings-content'],
  ] as const) {
    await open(path, ready)
    await set()
    expect(await tooWide(), path).toEqual([])
    if (path.startsWith('/settings')) continue
    // Nothing of what acts may be out of reach.
    const actions = page.locator('.bar-item, .approval-bar .button').filter({ visible: true }).last()
    // What is drawn first is what was kept; the relay's own may replace it while it is looked at.
    const reach = () => actions.scrollIntoViewIfNeeded({ timeout: 1_000 }).then(() => actions.isVisible())
    await expect.poll(() => reach().catch(() => false), { message: path, timeout: 15_000 }).toBe(true)
  }
})

function tooWide(): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect()
        return width > 0 && right > innerWidth + 1 && getComputedStyle(element).overflowX === 'visible'
      })
      .map((element) => element.className),
  )
}

/** Presses Tab until something has the focus. */
async function tabTo(on: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await on.keyboard.press('Tab')
  }
  const at = await on.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  throw new Error(`Tab does not reach ${String(target)}; it ended on ${at}`)
}

test('the whole loop is gone through by keyboard alone, and is heard', async () => {
  const desk = await stage.device()
  const { page: on } = desk
  await on.goto(stage.relay.url)
  await on.locator('.orb-row').first().waitFor()
  await on.keyboard.press('Tab')
  expect(await on.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
  await tabTo(on, on.getByRole('link', { name: /web-project/ }).first())
  await on.keyboard.press('Enter')
  await tabTo(on, on.getByRole('textbox', { name: 'Message' }))
  await on.keyboard.type('@write keys.txt :: by keys\n@say It is written.')
  await on.keyboard.press('Control+Enter')
  await on
    .locator('[aria-live="polite"]')
    .getByText(/^Waits for you\. Write\./)
    .waitFor()
  const allow = on.getByRole('button', { name: 'Allow once' })
  await tabTo(on, allow)
  // Deny comes before it, and neither is chosen for anybody.
  await on.keyboard.press('Shift+Tab')
  expect(await on.evaluate(() => document.activeElement?.textContent)).toBe('Deny')
  await on.keyboard.press('Tab')
  await expect.poll(() => allow.getAttribute('aria-disabled')).toBe(null)
  await on.keyboard.press('Enter')
  await on.getByText(/Allowed by you/).waitFor()
  await on.getByText('Run ended').waitFor()
  stage.leave()
})

test('without a relay all of it stays readable, says so, and lets nothing be allowed', async () => {
  await open('/', '.orb-row')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await open('/inbox', '.inbox-entry')
  await page.getByRole('button', { name: 'Allow 2 reads' }).waitFor()
  await stage.relay.kill()
  await page.getByText(inboxWords.stale).waitFor()
  expect(await page.getByRole('button', { name: 'Allow 2 reads' }).getAttribute('aria-disabled')).toBe('true')
  expect(await findings()).toEqual([])
  await page.reload()
  await page.getByText(inboxWords.stale).waitFor()
  await page.locator('.inbox-entry').first().waitFor()
  await page.goto(stage.relay.url + '/settings/connection')
  await page.locator('.hop-bad').first().waitFor()
  expect(await findings()).toEqual([])
})
