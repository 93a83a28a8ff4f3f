import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import type { AdapterManifest } from '../../orb/adapters/manifest.ts'
import { letIn } from '../browser/browser-device.ts'
import { harnessHome, harnessPath, manifestOf, upstreamFor } from '../support/harness-manifest.ts'
import { SCRIPTED_MODEL, startModelServer, type ModelServer } from '../support/model-server.ts'
import { startRelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess, type OtherAgent } from '../support/runner-process.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const PERIGEE = join(REPOSITORY, 'dist/node/perigee.js')
const ORB = 'perigee-clone'
/** What a harness may need for its start and its first answer on a busy machine of two cores. */
export const START_MS = 60_000
/** The model's key as the runner's side keeps it. Made anew, because the agent's workspace holds this very file. */
export const MODEL_KEY = `key-${randomUUID()}`

/** A harness at work in a clone of this repository, its scripted model, and a person's page. */
export interface HarnessStage {
  readonly manifest: AdapterManifest
  readonly model: ModelServer
  readonly page: Page
  /** The clone's path, of a file in it or of the whole. */
  path(file?: string): string
  /** A file of the clone, as it is now. */
  file(path: string): string
  /** What git sees of changes in the clone. */
  changes(): string
  /** Kills the runner where it stands, and starts another one in its place. */
  crashRunner(): Promise<void>
  /** What the page shows and what the runner has said, for whoever looks into a failure. */
  scene(): Promise<string>
  close(): Promise<void>
}

/** Clones, starts model, relay and runner, and opens the orb's page. The harness may still be starting then. */
export async function openHarnessStage(
  browser: Browser,
  adapter: string,
  flags: readonly string[] = [],
): Promise<HarnessStage> {
  const manifest = manifestOf(adapter)
  const folder = mkdtempSync(join(tmpdir(), 'perigee-harness-'))
  const home = harnessHome(manifest)
  const workspace = join(folder, ORB)
  execFileSync('git', ['clone', '--quiet', REPOSITORY, workspace])
  const model = await startModelServer()
  const relay = await startRelayProcess()
  keepKey(manifest, relay.state)
  const modelFlags = ['--model', SCRIPTED_MODEL, '--model-url', upstreamFor(manifest, model.url)]
  const agent: OtherAgent = {
    command: [],
    flags: ['--adapter', adapter, '--home', home, ...modelFlags, ...flags],
    env: { PATH: harnessPath() },
  }
  const place = { relayUrl: relay.url, enrolledBy: relay, state: relay.state, name: ORB, workspace, agent }
  let runner = await startRunnerProcess(place)
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
  context.setDefaultTimeout(START_MS)
  const page = await context.newPage()
  await letIn(page, relay, (await relay.owner()).person)
  await page
    .getByRole('link', { name: new RegExp(ORB) })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()

  return {
    manifest,
    model,
    page,
    path: (file) => (file === undefined ? workspace : join(workspace, file)),
    file: (path) => readFileSync(join(workspace, path), 'utf8'),
    changes: () => execFileSync('git', ['status', '--porcelain'], { cwd: workspace, encoding: 'utf8' }),
    async crashRunner() {
      await runner.kill()
      runner = await startRunnerProcess(place)
    },
    scene: async () => `${await page.locator('body').innerText()}\n---\n${runner.output()}`,
    async close() {
      await context.close()
      await runner.stop()
      await relay.dispose()
      await model.close()
      for (const path of [folder, home]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Keeps the model's key where the runner finds it, as a person does. */
function keepKey({ model }: AdapterManifest, state: string): void {
  if (model === null) return
  const words = ['secrets', 'set', model.secret, '--orb', ORB, '--state', state]
  execFileSync(process.execPath, [PERIGEE, ...words], { input: `${MODEL_KEY}\n`, stdio: ['pipe', 'ignore', 'inherit'] })
}
