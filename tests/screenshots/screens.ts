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
  { name: 'workspace-away', path: ({ away }) => `/o/${away.orbId}/files`, ready: '.page-title' },
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
  { name: 'settings', path: () => '/settings', ready: '.settings-row' },
  ...[...settings, 'add-device'].map((section) => ({
    name: 'settings-' + section,
    path: () => '/settings/' + section,
    ready: '.settings-content > :not(.skeleton)',
  })),
  { name: 'not-found', path: () => '/nowhere', ready: '.empty' },
  { name: 'not-paired', path: () => '/', ready: '.door', as: 'stranger' },
  { name: 'first-device', path: () => '/first', ready: '.door', as: 'stranger' },
  { name: 'pair', path: () => '/pair', ready: '.door', as: 'stranger' },
  { name: 'recover', path: () => '/recover', ready: '.door', as: 'stranger' },
  { name: 'nothing-shared', path: () => '/', ready: '.empty', as: 'nobody' },
]

/** The same without the relay: what was seen stays readable, and says how old it is. */
export const OFFLINE_SCREENS: readonly Screen[] = ['fleet', 'inbox', 'approval', 'thread', 'settings-connection'].map(
  (name) => {
    const { path, ready } = screenOf(name)
    return { name: 'offline-' + name, path, ready: ready === ARMED ? '.approval-bar' : ready }
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
  ['thread', '.transcript-scroller'],
  ['thread/dock', '.dock'],
  ['approvals', '.receipt'],
  ...['hidden characters', 'a huge command', 'changes with flagged paths', 'several of one kind'].map(
    (name) => [`approvals/${name}`, '.approval-bar'] as const,
  ),
  ...['open', 'asking', 'match', 'done', 'expired', 'tampered', 'person', 'enrol', 'enrolled', 'token'].map(
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
