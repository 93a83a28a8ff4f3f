import type { Browser, Page } from 'playwright-core'
import { joinWords } from '../../client/devices/join/words.ts'
import { addDeviceWords } from '../../client/settings/add-device/words.ts'
import { letIn } from '../browser/browser-device.ts'
import type { RelayProcess } from '../support/relay-process.ts'
import { SIZES } from './take.ts'

/** Is shown a page of it, under a name. */
type Show = (page: Page, name: (typeof PAIRING)[number]) => Promise<void>

/** The names of what {@link withPairing} shows. */
export const PAIRING = ['pairing-invitation', 'pairing-number', 'pairing-choice'] as const

/** A real pairing of a new phone with an owner's device, as far as the number: `show` is called at each step. */
export async function withPairing(browser: Browser, relay: RelayProcess, show: Show): Promise<void> {
  const look = { viewport: SIZES[390], reducedMotion: 'reduce', colorScheme: 'dark', deviceScaleFactor: 2 } as const
  const [desk, phone] = [await browser.newContext(look), await browser.newContext(look)]
  try {
    const owner = await desk.newPage()
    await letIn(owner, relay, (await relay.owner()).person, 'Desk', '/settings/add-device')
    await owner.getByRole('button', { name: addDeviceWords.invite }).click()
    await show(owner, 'pairing-invitation')
    const code = (await owner.locator('.invite-code').innerText()).replaceAll(/[\s-]/g, '')
    const page = await phone.newPage()
    await page.goto(relay.url + '/pair')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: joinWords.ask }).click()
    await page.locator('.join-number').waitFor()
    await show(page, 'pairing-number')
    await owner.locator('.match').waitFor()
    await show(owner, 'pairing-choice')
  } finally {
    await desk.close()
    await phone.close()
  }
}
