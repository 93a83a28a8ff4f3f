import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { prepareLaunch, writeFiles } from '../../orb/adapters/launch.ts'
import { harnessEnvironment } from '../../orb/harness/environment.ts'
import { noneProvider } from '../../orb/harness/none-provider.ts'
import type { Provider } from '../../orb/harness/provider.ts'
import { testFolder } from '../../orb/testing/folder.ts'
import { startRunner } from '../../orb/testing/running.ts'
import { harnessHome, harnessPath, manifestOf, upstreamFor } from '../support/harness-manifest.ts'
import { SCRIPTED_MODEL, startModelServer } from '../support/model-server.ts'
import { RECORDED } from './harnesses.ts'
import { outcomeOf } from './outcome.ts'
import { perform } from './perform.ts'
import { recording } from './recorder.ts'
import { FILES } from './scenario.ts'
import { writeTape, WORKSPACE, type TapeLine } from './tape.ts'

/* Makes the tapes: `node scripts/record.mjs [HARNESS...]`. */

const LARGEST_TAPE_BYTES = 300_000
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

const wanted = (process.env['PERIGEE_RECORD'] ?? '').split(',').filter((name) => name !== '')

test.each(wanted.length > 0 ? wanted : RECORDED)('%s', async (name) => {
  const manifest = manifestOf(name)
  const home = harnessHome(manifest)
  const model = await startModelServer()
  const tape: TapeLine[] = []
  const real: Provider = {
    ...noneProvider,
    async start({ cwd }, waits) {
      const env = { ...harnessEnvironment(process.env, [], null), HOME: home, PATH: harnessPath() }
      const { launch, files } = prepareLaunch({
        manifest,
        workspace: cwd,
        home: { path: home, own: true },
        env,
        model: { url: upstreamFor(manifest, model.url), key: 'unused' },
        modelName: SCRIPTED_MODEL,
        shell: null,
      })
      await writeFiles(files, launch, noneProvider)
      makeProject(cwd)
      return noneProvider.start(launch, waits)
    },
  }
  const running = await startRunner(name, [], testFolder(), manifest, {
    provider: recording(real, tape),
    waitMs: 60_000,
  })
  try {
    await perform(running)
  } finally {
    const names = [
      [running.workspace, WORKSPACE],
      [home, '/home/agent'],
      [REPOSITORY, '/perigee/'],
      [model.url, 'http://127.0.0.1:8000'],
    ] as const
    const path = new URL(`${name}.jsonl`, import.meta.url)
    const size = writeTape(path, tape, new Map(names))
    await running.stop()
    await model.close()
    rmSync(home, { recursive: true, force: true })
    expect(size).toBeLessThan(LARGEST_TAPE_BYTES)
  }
  expect(outcomeOf(running)).toContain('Round 11 is over.')
})

function makeProject(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text)
  execFileSync('git', ['init', '--quiet', folder])
}
