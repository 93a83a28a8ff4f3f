import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/lib/find-chromium.mjs'
import type { Person } from '../../shared/people/grants.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess, type RunnerProcess } from '../support/runner-process.ts'
import { letIn } from './browser-device.ts'

/** A relay, an orb with the scripted agent, and devices in a real browser. */
export interface Stage {
  readonly relay: RelayProcess
  readonly runner: RunnerProcess
  readonly workspace: string
  /** A browser of its own with a key of its own, a device of the owner, on the orb's first thread. */
  device(options?: DeviceOptions): Promise<Device>
  /** Closes the devices, and leaves the orb as it is. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** How a device looks. */
export interface DeviceOptions {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** Whose device it is; without it the first owner's. */
  readonly person?: Person
  readonly name?: string
  /** Opens the thread that this one is on; without it a thread of its own is begun. */
  readonly beside?: Device
}

/** A signed-in device. */
export interface Device {
  readonly context: BrowserContext
  readonly page: Page
}

/** Starts Chromium; what does not belong to the pages stays off. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('Needs Chromium: run `npm run setup:test` first.')
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet] })
}

/** Sets up a stage. `agentFlags` go to the scripted agent beside the ones that make its project. */
export async function openStage(browser: Browser, agentFlags: readonly string[] = ['--fast']): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'perigee-stage-'))
  const workspace = mkdtempSync(join(tmpdir(), 'perigee-workspace-'))
  const relay = await startRelayProcess()
  const runner = await startRunnerProcess({
    relayUrl: relay.url,
    enrolledBy: relay,
    state: relay.state,
    name: 'web-project',
    workspace,
    agentFlags: ['--create-project', '--store', join(home, 'agent'), ...agentFlags],
  })
  const contexts: BrowserContext[] = []
  const leave = async (): Promise<void> => {
    for (const context of contexts.splice(0)) await context.close()
  }

  return {
    relay,
    runner,
    workspace,
    async device(options = {}) {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
        colorScheme: options.dark === true ? 'dark' : 'light',
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      const page = await signIn(context, relay, options.person, options.name)
      const orb = page.getByRole('link', { name: /web-project/ }).first()
      await orb.waitFor()
      if (options.beside === undefined) {
        await orb.click()
        await beginThread(page)
      } else {
        await page.goto(options.beside.page.url())
      }
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      return { context, page }
    },
    leave,
    async close() {
      await leave()
      await runner.stop()
      await relay.dispose()
      rmSync(home, { recursive: true, force: true })
      rmSync(workspace, { recursive: true, force: true })
    },
  }
}

/** A page of this browser, which becomes a device of somebody: of the first owner where nobody is named. */
export async function signIn(
  context: BrowserContext,
  relay: RelayProcess,
  person?: Person,
  name?: string,
): Promise<Page> {
  const page = await context.newPage()
  await letIn(page, relay, person ?? (await relay.owner()).person, name)
  return page
}

/** Begins a thread and waits until its page is there. */
export async function beginThread(page: Page): Promise<void> {
  await page.waitForURL(/\/t\//)
  const before = page.url()
  await page.getByRole('button', { name: 'New thread' }).first().click()
  await page.waitForURL((url) => url.href !== before)
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
