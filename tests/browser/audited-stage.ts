import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { letIn } from './browser-device.ts'
import { launchAudited, type AuditedBrowser } from './lighthouse.ts'
import { beginThread, openStage, prompt } from './stage.ts'

/** A signed-in phone that Lighthouse judges, and what it shows most. */
export interface AuditedStage {
  readonly phone: AuditedBrowser
  /** Addresses: the fleet, where a question waits, and the thread that asked it. */
  readonly pages: { readonly fleet: string; readonly thread: string }
  close(): Promise<void>
}

/** Starts a relay, an orb and a browser, and lets an agent ask something. */
export async function openAuditedStage(): Promise<AuditedStage> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-lighthouse-'))
  const phone = await launchAudited(folder)
  const stage = await openStage(phone.browser)
  const { relay } = stage
  const page = await phone.context.newPage()
  await letIn(page, relay, (await relay.owner()).person)
  await page
    .getByRole('link', { name: /web-project/ })
    .first()
    .click()
  await beginThread(page)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await prompt(page, '@say I will **write** the page.\n@write hello.txt :: hello\\n')
  await page.getByRole('button', { name: 'Allow once' }).waitFor()
  const thread = page.url()
  await page.close()
  return {
    phone,
    pages: { fleet: relay.url, thread },
    async close() {
      await phone.context.close()
      await stage.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
