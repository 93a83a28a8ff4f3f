import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Person } from '../../shared/people/grants.ts'
import type { RelayProcess } from '../support/relay-process.ts'
import { letIn } from './browser-device.ts'

/** A signed-in device: a browser context with a key of its own, and its page. */
export interface Device {
  readonly context: BrowserContext
  readonly page: Page
}

/** Which device a test wants; one that a test before left, and that is the same in all of this, is given again. */
export interface WantedDevice {
  /** Whose; without it the first owner's. */
  readonly person?: Person
  readonly name?: string
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** Whether it has the service worker. Without one it is like a first visit, and is spared the fetching of all files. */
  readonly worker?: boolean
}

/**
 * The devices of a test file. To make one (a context, a key, the app loaded for the first time) takes twenty times the
 * processor's time of a new thread, so what a test leaves whole the next one goes on with. A test that spoils its
 * device closes the context.
 */
export interface DevicePool {
  /** A device that nobody has: its page is where it was left, or blank where the device is new. */
  take(wanted?: WantedDevice): Promise<Device & { readonly isNew: boolean }>
  /** All devices that were taken may be taken again. */
  leave(): void
  close(): Promise<void>
}

/** A pool without a device, whose devices come into this relay. */
export function devicePool(browser: Browser, relay: RelayProcess): DevicePool {
  const all: (Device & { readonly key: string; isTaken: boolean })[] = []
  return {
    async take({ person, name, width = 1440, height = 900, dark = false, worker = false } = {}) {
      const whose = person ?? (await relay.owner()).person
      const key = JSON.stringify([whose.personId, name, dark, worker])
      const left = all.find((device) => device.key === key && !device.isTaken && !device.page.isClosed())
      if (left !== undefined) {
        left.isTaken = true
        await left.page.setViewportSize({ width, height })
        return { context: left.context, page: left.page, isNew: false }
      }
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        serviceWorkers: worker ? 'allow' : 'block',
      })
      const page = await context.newPage()
      all.push({ context, page, key, isTaken: true })
      await letIn(page, relay, whose, name, null)
      return { context, page, isNew: true }
    },
    leave() {
      for (const device of all) device.isTaken = false
    },
    async close() {
      for (const { context } of all.splice(0)) await context.close()
    },
  }
}
