import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder } from '../../orb/testing/folder.ts'
import { startRunner } from '../../orb/testing/running.ts'
import { harnessHome, manifestOf } from '../support/harness-manifest.ts'
import { startModelServer } from '../support/model-server.ts'
import { realHarness } from '../support/real-harness.ts'
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
  const real = realHarness(manifest, { home, modelUrl: model.url, beforeStart: makeProject })
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
