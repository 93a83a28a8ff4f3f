import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { genericManifest } from '../../orb/adapters/generic.ts'
import { prepareLaunch, writeFiles } from '../../orb/adapters/launch.ts'
import type { AdapterManifest } from '../../orb/adapters/manifest.ts'
import { listenOnly } from '../../orb/harness/listen-only.ts'
import { openDriver } from '../../orb/harness/open-driver.ts'
import { noneProvider } from '../../orb/harness/none-provider.ts'
import { isAlive } from '../../orb/harness/process-identity.ts'
import { SCRIPTED_AGENT } from '../support/agent-place.ts'
import { harnessPath, manifestOf } from '../support/harness-manifest.ts'

/*
 * A harness that is started, greeted, given a session and stopped, over and over: what is left behind adds up on a
 * machine that runs for weeks.
 */

const isLong = process.env['PERIGEE_LONG'] === '1'
/** Stands in the environment of everything that a cycle starts. */
const MARK = `perigee-start-stop-${process.pid}`
const MODEL = { url: 'http://127.0.0.1:9/v1', key: 'not-a-key' }

const outer = process.env['TMPDIR']
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-start-stop-'))
  for (const name of ['home', 'tmp']) mkdirSync(join(folder, name))
  process.env['TMPDIR'] = join(folder, 'tmp')
})
afterAll(() => {
  if (outer === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = outer
  rmSync(folder, { recursive: true, force: true })
})

/** One life of a harness. The whole group has to be gone when it is stopped. */
async function cycle(manifest: AdapterManifest): Promise<void> {
  const home = { path: join(folder, 'home'), own: true }
  const env = { PATH: harnessPath(), HOME: home.path, TMPDIR: tmpdir(), PERIGEE_MARK: MARK }
  const given = { manifest, workspace: folder, home, env, model: MODEL, modelName: 'none', shell: null }
  const { launch, files } = prepareLaunch(given)
  await writeFiles(files, launch, noneProvider)
  const harness = await noneProvider.start(launch, manifest.stop)
  const driver = openDriver(manifest, harness, listenOnly())
  await driver.initialize()
  if (manifest.auth.kind === 'authenticate') await driver.authenticate(manifest.auth.methodId)
  await driver.newSession(folder)
  await harness.stop()
  expect(isAlive(-harness.pid)).toBe(false)
}

/** Processes of this machine that a cycle started, wherever they have gone. */
function marked(): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(MARK)
    } catch {
      return false
    }
  })
}

function fileHandles(): number {
  return readdirSync('/proc/self/fd').length
}

/** What lies in the folder for temporary files, which the runner's side and the harness share here. */
function temporary(): string[] {
  return readdirSync(tmpdir()).sort()
}

async function lives(manifest: AdapterManifest, count: number): Promise<void> {
  // The first one makes what a home holds for good.
  await cycle(manifest)
  const before = { handles: fileHandles(), temporary: temporary() }
  for (let life = 0; life < count; life += 1) await cycle(manifest)
  expect(marked()).toEqual([])
  expect(fileHandles()).toBeLessThanOrEqual(before.handles)
  expect(temporary()).toEqual(before.temporary)
}

const scripted = isLong ? 1000 : 50
test(`${scripted} starts and stops of the scripted agent leave nothing behind`, { timeout: 0 }, async () => {
  await lives(genericManifest(process.execPath, [SCRIPTED_AGENT]), scripted)
})

const openCode = isLong ? 50 : 3
test(`${openCode} starts and stops of OpenCode leave nothing behind`, { timeout: 0 }, async () => {
  await lives(manifestOf('opencode'), openCode)
})
