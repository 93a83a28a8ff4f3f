import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asking } from '../../shared/link/reports.ts'
import { toPerigeeError } from '../../shared/codes/perigee-error.ts'
import type { HarnessDriver, HarnessFacts } from '../harness/driver.ts'
import { harnessEnvironment } from '../harness/environment.ts'
import { sentenceOf } from '../harness/error-sentence.ts'
import { exitSentence } from '../harness/harness.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import { noneProvider } from '../harness/none-provider.ts'
import { openDriver } from '../harness/open-driver.ts'
import { askingOf } from '../threads/asking-rules.ts'
import { MODEL_OPTION } from '../threads/session-options.ts'
import {
  metaOfOptions,
  metaOfSession,
  metaOfUpdate,
  NO_META,
  withMode,
  type ThreadMeta,
} from '../threads/thread-meta.ts'
import { lookFor, type Installed } from './installed.ts'
import { prepareLaunch, writeFiles } from './launch.ts'
import type { AdapterManifest } from './manifest.ts'

/** What a harness may say of a setting after it has taken it. */
const READ_BACK_MS = 1000
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
      const said: JsonObject[] = []
      const driver = openDriver(
        manifest,
        harness,
        listening((update) => said.push(update)),
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
      const asking = await setUp(manifest, driver, opened.sessionId, opened.answer, said)
      return { facts, asking, greetedMs, sessionMs, problem: null }
    } finally {
      await harness.stop()
    }
  } catch (error) {
    const problem = error instanceof Error ? sentenceOf(error) : toPerigeeError(error).message
    return { facts, asking: null, greetedMs, sessionMs: null, problem }
  }
}

async function setUp(
  manifest: AdapterManifest,
  driver: HarnessDriver,
  sessionId: string,
  answer: JsonObject,
  said: readonly JsonObject[],
): Promise<Asking> {
  const rules = manifest.asking
  let meta: ThreadMeta = metaOfSession(NO_META, answer, rules)
  let problem: string | null = null
  for (const step of manifest.afterSession) {
    try {
      if (step.set === 'mode') {
        await driver.setMode(sessionId, step.value)
        if (meta.modes !== null) meta = withMode(meta, step.value)
      } else if (step.set === 'model') await driver.setModel(sessionId, step.value)
      else {
        const option = step.option ?? MODEL_OPTION
        meta = metaOfOptions(meta, await driver.setOption(sessionId, option, step.value), rules)
      }
    } catch (error) {
      problem = sentenceOf(error)
    }
  }
  await new Promise((resolve) => setTimeout(resolve, READ_BACK_MS))
  for (const update of said) meta = metaOfUpdate(meta, update, rules) ?? meta
  return askingOf(rules, meta, new Set(), problem)
}

function listening(onUpdate: (update: JsonObject) => void): Parameters<typeof openDriver>[2] {
  return {
    onUpdate: (_sessionId, update) => onUpdate(update),
    onRequest: () => false,
    onWithdraw: () => {},
    onElicitationComplete: () => {},
    onTrouble: () => {},
    onNoise: () => {},
    onEnded: () => {},
    mayRead: () => null,
  }
}
