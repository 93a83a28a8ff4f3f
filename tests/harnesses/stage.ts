import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { signIn } from '../browser/stage.ts'
import { startRelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess, type OtherAgent } from '../support/runner-process.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const ORB = 'perigee-clone'
/** What a harness may need for its start and its first answer on a busy machine of two cores. */
export const START_MS = 60_000

/** A harness at work in a clone of this repository, and a person's page. */
export interface HarnessStage {
  readonly page: Page
  readonly workspace: string
  /** A file of the clone, as it is now. */
  file(path: string): string
  /** What git sees of changes in the clone. */
  changes(): string
  /** Kills the runner where it stands, and starts another one in its place. */
  crashRunner(): Promise<void>
  close(): Promise<void>
}

/** Clones, starts relay and runner, and opens the orb's page. The harness may still be starting then. */
export async function openHarnessStage(browser: Browser, agent: OtherAgent): Promise<HarnessStage> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-harness-'))
  const workspace = join(folder, ORB)
  execFileSync('git', ['clone', '--quiet', REPOSITORY, workspace])
  const relay = await startRelayProcess()
  const place = { relayUrl: relay.url, enrolledBy: relay, state: relay.state, name: ORB, workspace }
  let runner = await startRunnerProcess({ ...place, agent })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(START_MS)
  const page = await signIn(context, relay)
  await page
    .getByRole('link', { name: new RegExp(ORB) })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()

  return {
    page,
    workspace,
    file: (path) => readFileSync(join(workspace, path), 'utf8'),
    changes: () => execFileSync('git', ['status', '--porcelain'], { cwd: workspace, encoding: 'utf8' }),
    async crashRunner() {
      await runner.kill()
      runner = await startRunnerProcess({ ...place, agent })
    },
    async close() {
      await context.close()
      await runner.stop()
      await relay.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
