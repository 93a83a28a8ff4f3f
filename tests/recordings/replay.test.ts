import { expect, test } from 'vitest'
import { manifestOf } from '../support/harness-manifest.ts'
import { startRunner } from '../../orb/testing/running.ts'
import { testFolder } from '../../orb/testing/folder.ts'
import { RECORDED } from './harnesses.ts'
import { outcomeOf } from './outcome.ts'
import { perform } from './perform.ts'
import { playing } from './player.ts'
import { readTape } from './tape.ts'

/*
 * A hundred entries of each harness, as it spoke when `node scripts/record.mjs` was run, told to the runner again. What
 * the runner makes of them stands in a file beside the tape, so that a change of its reading shows as a difference
 * there; `npx vitest run --project unit tests/recordings -u` writes it anew.
 */

test.each(RECORDED)('%s, as it was recorded, comes to the same transcript', { timeout: 60_000 }, async (name) => {
  const { provider, differences } = playing(readTape(new URL(`${name}.jsonl`, import.meta.url)))
  const running = await startRunner(name, [], testFolder(), manifestOf(name), { provider })
  await perform(running).catch((error: unknown) => {
    throw new Error(`The runner does not go on as on the tape: ${JSON.stringify(differences(), null, 2)}`, {
      cause: error,
    })
  })
  expect(differences()).toEqual({ unheard: null, unexpected: [] })
  const outcome = outcomeOf(running)
  expect(outcome.match(/"kind": "[a-z_]+",\n/g)?.length).toBeGreaterThan(100)
  await expect(outcome).toMatchFileSnapshot(`${name}.json`)
})
