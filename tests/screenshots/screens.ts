import type { Page } from 'playwright-core'
import { fleetWords } from '../../client/fleet/words.ts'
import type { SampleFleet } from './sample-fleet.ts'

/** A screen in one of its states, and how it is reached. */
export interface Screen {
  /** In the file's name, and after `--only`. */
  readonly name: string
  readonly path: (sample: SampleFleet) => string
  /** A selector of what is there once the screen is. */
  readonly ready: string
  /** What somebody does on it first. */
  readonly act?: (page: Page) => Promise<void>
  /** Who looks: the owner, where nothing is said. A stranger's browser has no key; nobody has one and no rights. */
  readonly as?: 'stranger' | 'nobody'
}

/** Allowing can be pressed: for its first 400 ms it cannot. */
const ARMED = '.approval-bar .button:not([aria-disabled="true"])'

const settings = ['device', 'appearance', 'connection', 'storage', 'devices', 'people', 'orbs', 'security', 'about']

/** Every screen of the app and its main states, with a relay that answers. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'welcome',
    path: () => '/',
    ready: '.welcome',
  },
  ...[2, 3].map((card) => ({
    name: 'welcome-' + card,
    path: () => '/',
    ready: '.welcome',
    async act(page: Page) {
      for (let at = 1; at < card; at += 1) await page.getByRole('button', { name: 'Next' }).click()
    },
  })),
  {
    name: 'fleet',
    path: () => '/',
    ready: '.orb-row',
    async act(page) {
      if (await page.locator('.welcome').isVisible()) await lookAround(page)
    },
  },
  {
    name: 'fleet-by-project',
    path: () => '/',
    ready: '.orb-row',
    act: (page) => page.getByRole('button', { name: fleetWords.byProject }).filter({ visible: true }).click(),
  },
  {
    name: 'stop-all',
    path: () => '/',
    ready: '.orb-row',
    async act(page) {
      await page.getByRole('button', { name: fleetWords.byState }).filter({ visible: true }).click()
      await page.getByRole('button', { name: fleetWords.stopAll }).filter({ visible: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'inbox', path: () => '/inbox', ready: '.inbox-entry' },
  { name: 'approval', path: ({ approvals }) => '/a/' + approvals.grave, ready: ARMED },
  {
    name: 'approval-deny-with-a-reason',
    path: ({ approvals }) => '/a/' + approvals.grave,
    ready: ARMED,
    async act(page) {
      await page.getByRole('button', { name: 'Deny with a reason' }).click()
      await page.locator('.deny-reason').waitFor()
    },
  },
  { name: 'approval-change', path: ({ approvals }) => '/a/' + approvals.edit, ready: ARMED },
  { name: 'approval-question', path: ({ approvals }) => '/a/' + approvals.question, ready: ARMED },
  { name: 'approval-decided', path: ({ approvals }) => '/a/' + approvals.decided, ready: '.receipt' },
  { name: 'approval-gone', path: () => '/a/AAAAAAAAAAAAAAAAAAAAAA', ready: '.empty' },
  { name: 'thread', path: ({ busy }) => `/o/${busy.orbId}/t/${busy.threadId}`, ready: '.dock .button' },
  { name: 'thread-gone', path: ({ busy }) => `/o/${busy.orbId}/t/AAAAAAAAAAAAAAAAAAAAAA`, ready: '.empty' },
  { name: 'orb-gone', path: () => '/o/AAAAAAAAAAAAAAAAAAAAAA', ready: '.empty' },
  { name: 'thread-away', path: ({ away }) => `/o/${away.orbId}/t/${away.threadId}`, ready: '.status-line-bad' },
  { name: 'workspace-away', path: ({ away }) => `/o/${away.orbId}/files`, ready: '.empty' },
  { name: 'sessions-away', path: ({ away }) => `/o/${away.orbId}/sessions`, ready: '.empty' },
  {
    name: 'shared',
    path: () => '/share',
    ready: '.share',
    async act(page) {
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready
        const form = new FormData()
        form.set('text', 'The page about tides shows yesterday’s numbers. Can you find out why?')
        form.append('files', new File(['x'], 'a-screenshot-of-the-page.txt', { type: 'text/plain' }))
        await fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
      })
      await page.reload()
      await page.locator('.share-text').waitFor()
    },
  },
  { name: 'new-task', path: () => '/new', ready: '.share' },
  {
    name: 'palette',
    path: () => '/inbox',
    ready: '.inbox-entry',
    async act(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('a')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'keys',
    path: () => '/inbox',
    ready: '.inbox-entry',
    async act(page) {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'search', path: () => '/search', ready: '.search-form' },
  { name: 'settings', path: () => '/settings', ready: '.settings-row' },
  ...[...settings, 'add-device'].map((section) => ({
    name: 'settings-' + section,
    path: () => '/settings/' + section,
    ready: '.settings-content > :not(.skeleton)',
  })),
  {
    name: 'settings-orb',
    path: ({ busy }) => '/settings/orbs/' + busy.orbId,
    ready: '.settings-content > :not(.skeleton)',
  },
  {
    name: 'sign-out',
    path: () => '/settings/device',
    ready: '.settings-content > :not(.skeleton)',
    async act(page) {
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'not-found', path: () => '/nowhere', ready: '.empty' },
  { name: 'not-paired', path: () => '/', ready: '.door', as: 'stranger' },
  { name: 'first-device', path: () => '/first', ready: '.door', as: 'stranger' },
  { name: 'pair', path: () => '/pair', ready: '.door', as: 'stranger' },
  { name: 'recover', path: () => '/recover', ready: '.door', as: 'stranger' },
  {
    name: 'thread-forbidden',
    path: ({ busy }) => `/o/${busy.orbId}/t/${busy.threadId}`,
    ready: '.empty',
    as: 'nobody',
  },
  { name: 'settings-forbidden', path: () => '/settings/people', ready: '.empty', as: 'nobody' },
  { name: 'nothing-shared', path: () => '/', ready: '.empty', as: 'nobody' },
]

/** The same without the relay: what was seen stays readable, and says how old it is. */
export const OFFLINE_SCREENS: readonly Screen[] = ['fleet', 'inbox', 'approval', 'thread', 'settings-connection'].map(
  (name) => {
    // Not before it is said that the relay is away.
    return { name: 'offline-' + name, path: screenOf(name).path, ready: '.status-line-bad, .hop-bad' }
  },
)

/** The screen of a name. Throws where there is none. */
export function screenOf(name: string): Screen {
  const screen = SCREENS.find((one) => one.name === name)
  if (screen === undefined) throw new Error(`There is no screen ${name}.`)
  return screen
}

/** What the gallery of a development build shows and no ordinary day does: `#SCENE`, and what is there once it is. */
export const SCENES: readonly (readonly [string, string])[] = [
  ['parts', '[data-fired]'],
  ...['fleet', 'fleet/update', 'fleet/held'].map((name) => [name, '.orb-row'] as const),
  ['files', 'main'],
  ['thread', '.transcript-scroller'],
  ['thread/dock', '.dock'],
  ['approvals', '.receipt'],
  ...[
    'destructive command',
    'a short command',
    'hidden characters',
    'a huge command',
    'changes with flagged paths',
    'a fetch',
    'only an always-option',
    'several of one kind',
    'a question',
  ].map((name) => [`approvals/${name}`, '.approval-bar'] as const),
  ...['choose', 'open', 'asking', 'match', 'done', 'expired', 'tampered', 'person', 'enrol', 'enrolled', 'token'].map(
    (name) => [`settings/${name}`, '.settings-content'] as const,
  ),
  ...['forbidden', 'unreachable', 'stale'].map((name) => [`settings/${name}`, '.settings-content'] as const),
  ['trust', 'main'],
]

/** Puts away what greets a new device; its page is the fleet. */
export async function lookAround(page: Page): Promise<void> {
  await page.locator('.orb-row').first().waitFor()
  await page.getByRole('button', { name: 'Skip' }).filter({ visible: true }).click()
  await page.locator('.welcome').waitFor({ state: 'detached' })
}
