import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { AdapterManifest } from '../../orb/adapters/manifest.ts'
import type { HarnessProcess, Provider } from '../../orb/harness/provider.ts'
import { testFolder } from '../../orb/testing/folder.ts'
import { startRunner, type RunningRunner } from '../../orb/testing/running.ts'
import { recording } from '../recordings/recorder.ts'
import { FILES } from '../recordings/scenario.ts'
import type { TapeLine } from '../recordings/tape.ts'
import { harnessHome, manifestOf } from '../support/harness-manifest.ts'
import { startModelServer } from '../support/model-server.ts'
import { realHarness } from '../support/real-harness.ts'

const PROGRAMS = fileURLToPath(new URL('../../dist/node', import.meta.url))
const WAIT_MS = 120_000

/** A variable of the harness's environment by which its commands can show that they see it. */
export const MARK = { name: 'PERIGEE_MARK', value: 'seen-by-a-command' }

/** A real harness under the runner of every orb, with a scripted model, and everything that they say to each other. */
export interface ConformanceStage {
  readonly manifest: AdapterManifest
  readonly running: RunningRunner
  /** The file that edits are about. */
  readonly notes: string
  /** Everything that went between the harness and the runner. */
  readonly tape: readonly TapeLine[]
  /** Every process of the harness that was started, in order. */
  readonly processes: readonly HarnessProcess[]
  /** Starts the harness without the runner, in a home and a workspace of its own. */
  startBare(): Promise<BareHarness>
}

/** A harness without a runner, and everything that is said to it and by it. */
export interface BareHarness {
  readonly process: HarnessProcess
  readonly workspace: string
  readonly tape: readonly TapeLine[]
}

/** The manifest of an adapter; programs that come with Perigee are those of the last build. */
export function testedManifest(name: string): AdapterManifest {
  const manifest = manifestOf(name)
  const args = manifest.launch.args.map((arg) => arg.replace('${programs}', PROGRAMS))
  return { ...manifest, launch: { ...manifest.launch, args } }
}

/** Starts everything for one test, and ends it after it. */
export async function conformanceStage(manifest: AdapterManifest): Promise<ConformanceStage> {
  const model = await startModelServer()
  onTestFinished(model.close)
  const tape: TapeLine[] = []
  const processes: HarnessProcess[] = []
  const inHomeOfItsOwn = (): Provider => {
    const home = harnessHome(manifest)
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const env = { [MARK.name]: MARK.value }
    return realHarness(manifest, { home, modelUrl: model.url, beforeStart: makeProject, env })
  }
  const real = recording(inHomeOfItsOwn(), tape)
  const provider: Provider = {
    ...real,
    async start(launch, waits) {
      const started = await real.start(launch, waits)
      processes.push(started)
      return started
    },
  }
  const running = await startRunner(manifest.id, [], testFolder(), manifest, { provider, waitMs: WAIT_MS })
  return {
    manifest,
    running,
    notes: join(running.workspace, 'notes.txt'),
    tape,
    processes,
    async startBare() {
      const workspace = testFolder()
      const said: TapeLine[] = []
      const launch = { command: manifest.id, args: [], cwd: workspace, env: {} }
      const started = await recording(inHomeOfItsOwn(), said).start(launch, manifest.stop)
      return { process: started, workspace, tape: said }
    },
  }
}

function makeProject(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (existsSync(join(folder, 'notes.txt'))) return
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text)
  execFileSync('git', ['init', '--quiet', folder])
}
