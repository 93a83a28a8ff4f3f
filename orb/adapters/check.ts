import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asking } from '../../shared/link/reports.ts'
import { toPerigeeError } from '../../shared/codes/perigee-error.ts'
import type { HarnessFacts } from '../harness/driver.ts'
import { harnessEnvironment } from '../harness/environment.ts'
import { sentenceOf } from '../harness/error-sentence.ts'
import { exitSentence } from '../harness/harness.ts'
import { listenOnly } from '../harness/listen-only.ts'
import { noneProvider } from '../harness/none-provider.ts'
import { openDriver } from '../harness/open-driver.ts'
import { CheckedSession } from './checked-session.ts'
import { lookFor, type Installed } from './installed.ts'
import { prepareLaunch, writeFiles } from './launch.ts'
import type { AdapterManifest } from './manifest.ts'

/** A model that is not there: opening a session asks nothing of it. */
const NO_MODEL = { url: 'http://127.0.0.1:9', key: 'not-a-key' }

/** What a start of a harness showed. */
export interface Checked {
  readonly installed: Installed
  readonly facts: HarnessFacts | null
  readonly asking: Asking | null
  /** From the start to the greeting, and to a session, in milliseconds. */
  readonly greetedMs: number | null
  readonly sessionMs: number | null
  /** Why it went no further, in a sentence. */
  readonly problem: string | null
}

/** Starts an adapter's harness in an empty home, as far as a session, and ends it again. Nothing is left behind. */
export async function checkAdapter(manifest: AdapterManifest): Promise<Checked> {
  const installed = await lookFor(manifest)
  if (installed.path === null) {
    const problem = `There is no program "${manifest.launch.command}" here. ${manifest.install}`
    return { installed, facts: null, asking: null, greetedMs: null, sessionMs: null, problem }
  }
  const parent = manifest.launch.homeOutsideTemp ? join(homedir(), '.cache') : tmpdir()
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'perigee-check-'))
  try {
    return { installed, ...(await tryOut(manifest, folder)) }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function tryOut(manifest: AdapterManifest, folder: string): Promise<Omit<Checked, 'installed'>> {
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')]
  mkdirSync(home)
  mkdirSync(workspace)
  const env = harnessEnvironment(process.env, [], home)
  const given = { manifest, workspace, home: { path: home, own: true }, env, modelName: 'check', shell: null }
  const { launch, files } = prepareLaunch({ ...given, model: NO_MODEL })
  const started = Date.now()
  let [greetedMs, facts]: [number | null, HarnessFacts | null] = [null, null]
  try {
    await writeFiles(files, launch, noneProvider)
    const harness = await noneProvider.start(launch, manifest.stop)
    try {
      const session = new CheckedSession(manifest, workspace)
      const driver = openDriver(
        manifest,
        harness,
        listenOnly((update) => session.heard(update)),
      )
      const late = new Promise<null>((resolve) => setTimeout(resolve, manifest.launch.readyTimeoutMs, null).unref())
      const ended = harness.exited.then((exit) => {
        throw new Error(exitSentence(exit, harness.stderrTail()))
      })
      ended.catch(() => {})
      const greeted = await Promise.race([driver.initialize(), late, ended])
      if (greeted === null) throw new Error('It started but does not answer.')
      ;[greetedMs, facts] = [Date.now() - started, greeted]
      if (manifest.auth.kind === 'authenticate') await driver.authenticate(manifest.auth.methodId)
      const opened = await Promise.race([driver.newSession(workspace), late, ended])
      if (opened === null) throw new Error('It opens no session.')
      const sessionMs = Date.now() - started
      const asking = await session.opened({ driver, facts, sessions: new Set() }, opened)
      return { facts, asking, greetedMs, sessionMs, problem: null }
    } finally {
      await harness.stop()
    }
  } catch (error) {
    const problem = error instanceof Error ? sentenceOf(error) : toPerigeeError(error).message
    return { facts, asking: null, greetedMs, sessionMs: null, problem }
  }
}
