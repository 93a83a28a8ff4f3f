import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { findChromium, findHeadlessShell } from '../../scripts/lib/find-chromium.mjs'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess, type RunnerProcess } from '../support/runner-process.ts'
import { devicePool, type Device, type WantedDevice } from './device-pool.ts'

/** A relay, an orb with the scripted agent, and devices in a real browser. */
export interface Stage {
  readonly relay: RelayProcess
  readonly runner: RunnerProcess
  readonly workspace: string
  /** A device that no other one of the running test is, in a thread of its own. See `devicePool`. */
  device(options?: DeviceOptions): Promise<Device>
  /** Ends a test: the next one may go on with its devices. */
  leave(): void
  close(): Promise<void>
}

/** Which device, and on which thread. */
export interface DeviceOptions extends WantedDevice {
  /** Opens the thread that this one is on; without it a thread of its own is begun. */
  readonly beside?: Device
}

/** Which Chromium: `whole` for what only the real window knows, as installing an app, or draws as people see it. */
export interface WantedBrowser {
  readonly whole?: boolean
}

/** How Chromium is started: what does not belong to the pages stays off. Throws where there is none. */
export function chromiumFlags({ whole = false }: WantedBrowser = {}): { executablePath: string; args: string[] } {
  const executablePath = (whole ? null : findHeadlessShell()) ?? findChromium()
  if (executablePath === null) throw new Error('Needs Chromium: run `npm run setup:test` first.')
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return { executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet] }
}

/** Starts Chromium. */
export function launchBrowser(wanted?: WantedBrowser): Promise<Browser> {
  return chromium.launch(chromiumFlags(wanted))
}

/** What a stage's orb is like. */
export interface StageOptions {
  /** The flags of `perigee orb` that name an adapter; without them nothing is declared of the agent. */
  readonly adapter?: readonly string[]
  /** Fills the workspace before the runner starts. */
  readonly prepare?: (workspace: string) => void
}

/** Sets up a stage. `agentFlags` go to the scripted agent beside the ones that make its project. */
export async function openStage(
  browser: Browser,
  agentFlags: readonly string[] = ['--fast'],
  { adapter = [], prepare }: StageOptions = {},
): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'perigee-stage-'))
  const workspace = mkdtempSync(join(tmpdir(), 'perigee-workspace-'))
  prepare?.(workspace)
  const relay = await startRelayProcess()
  const runner = await startRunnerProcess({
    relayUrl: relay.url,
    enrolledBy: relay,
    state: relay.state,
    name: 'web-project',
    workspace,
    agentFlags: ['--create-project', '--store', join(home, 'agent'), ...agentFlags],
    flags: adapter,
  })
  const devices = devicePool(browser, relay)

  return {
    relay,
    runner,
    workspace,
    async device({ beside, ...wanted } = {}) {
      const { context, page, isNew } = await devices.take(wanted)
      if (beside !== undefined) {
        await page.goto(beside.page.url())
      } else {
        if (isNew) await openOrb(page, relay)
        await beginThread(page)
      }
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      return { context, page }
    },
    leave: () => devices.leave(),
    async close() {
      await devices.close()
      await runner.stop()
      await relay.dispose()
      rmSync(home, { recursive: true, force: true })
      rmSync(workspace, { recursive: true, force: true })
    },
  }
}

/** What the tests of one file share: see `sharedStage`. */
export interface SharedStage {
  readonly browser: Browser
  readonly stage: Stage
}

/**
 * One browser and one stage for all tests of the file that calls it: opened before the first, closed after the last.
 * What a test leaves whole of its devices, the next one goes on with.
 */
export function sharedStage(): SharedStage {
  let browser: Browser
  let stage: Stage
  beforeAll(async () => {
    browser = await launchBrowser()
    stage = await openStage(browser)
  })
  afterAll(async () => {
    await stage.close()
    await browser.close()
  })
  afterEach(() => stage.leave())
  return {
    get browser() {
      return browser
    },
    get stage() {
      return stage
    },
  }
}

/** The app from its start, as far as the first orb. */
async function openOrb(page: Page, relay: RelayProcess): Promise<void> {
  await page.goto(relay.url)
  await page
    .getByRole('link', { name: /web-project/ })
    .first()
    .click()
}

/** Begins a thread and waits until its page is there. */
export async function beginThread(page: Page): Promise<void> {
  await page.waitForURL(/\/t\//)
  const before = page.url()
  await page.getByRole('button', { name: 'New thread' }).first().click()
  await page.waitForURL((url) => url.href !== before)
}

/**
 * Takes a device's network away, or gives it back, and has its browser say so: on a machine without any network, as the
 * tests may run on, it was offline all along and has nothing to tell.
 */
export async function setNetwork({ context, page }: Device, isThere: boolean): Promise<void> {
  await context.setOffline(!isThere)
  await page.evaluate((name) => void window.dispatchEvent(new Event(name)), isThere ? 'online' : 'offline')
}

/** What the agent said in the transcript, word for word; the prompt that asked for it does not count. */
export function said(page: Page, text: string): Locator {
  return page.locator('[data-entry]').getByText(text, { exact: true })
}

/** Writes a prompt into the composer and sends it. */
export async function prompt(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('textbox', { name: 'Message' }).press('Control+Enter')
}
