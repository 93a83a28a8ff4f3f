import type { Browser } from 'playwright-core'
import { joinWords } from '../../client/devices/join/words.ts'
import { addDeviceWords } from '../../client/settings/add-device/words.ts'
import { letIn } from '../browser/browser-device.ts'
import type { RelayProcess } from '../support/relay-process.ts'
import { LIGHT, SIZES, takePicture } from './take.ts'

/** The number on a new phone, in a real pairing with an owner's device. */
export async function takePairing(browser: Browser, relay: RelayProcess): Promise<Buffer> {
  const look = { viewport: SIZES[390], reducedMotion: 'reduce', colorScheme: 'dark', deviceScaleFactor: 2 } as const
  const [desk, phone] = [await browser.newContext(look), await browser.newContext(look)]
  try {
    const owner = await desk.newPage()
    await letIn(owner, relay, (await relay.owner()).person, 'Desk', '/settings/add-device')
    await owner.getByRole('button', { name: addDeviceWords.invite }).click()
    const code = (await owner.locator('.invite-code').innerText()).replaceAll(/[\s-]/g, '')
    const page = await phone.newPage()
    await page.goto(relay.url + '/pair')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: joinWords.ask }).click()
    await page.locator('.join-number').waitFor()
    return await takePicture(page, LIGHT)
  } finally {
    await desk.close()
    await phone.close()
  }
}
