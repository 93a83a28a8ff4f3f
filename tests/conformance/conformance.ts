import { expect, test } from 'vitest'
import { isAlive } from '../../orb/harness/process-identity.ts'
import { askingTraits, askingWanted } from './asking.ts'
import { exchange, task } from './evidence.ts'
import { restartTraits } from './restart.ts'
import { conformanceStage, testedManifest, type ConformanceStage } from './stage.ts'
import { Traits } from './traits.ts'
import { trustTraits } from './trust.ts'
import { turnTraits } from './turns.ts'

/*
 * What a manifest declares, held against what its harness does: `npm run test:conformance -- --adapter NAME`. The
 * harness is real, its model is scripted, and the runner is the one of every orb.
 */

/** A start may take so much longer on a busy machine than on the one that was measured. */
const BUSY = 4
/** Of what was said before something went wrong. */
const LAST_LINES = 20
const adapters = (process.env['PERIGEE_CONFORMANCE'] ?? '').split(',').filter((name) => name !== '')

test.each(adapters)('%s shows what its manifest declares', { timeout: 0 }, async (name) => {
  const manifest = testedManifest(name)
  const traits = new Traits()
  const begun = Date.now()
  const stage = await conformanceStage(manifest)
  try {
    await stage.running.report('orb.state', ({ state }) => state === 'ready')
    traits.within('start', manifest.limits.expectedStartMs * BUSY, Date.now() - begun, 'ms')
    const { asking } = await stage.running.report('thread.meta', (one) => (one.asking ?? null) !== null)
    traits.same('asking, after a new session', askingWanted(stage), asking?.state ?? 'nothing')
    await askingTraits(stage, traits)
    await trustTraits(stage, traits)
    await planTrait(stage, traits)
    await restartTraits(stage, traits)
    await errorTraits(stage, traits)
    await endTraits(stage, traits)
    await turnTraits(stage, traits)
  } catch (error) {
    const last = stage.tape.slice(-LAST_LINES).map(({ dir, line }) => `${dir} ${line.slice(0, 300)}`)
    process.stdout.write(`\nThe last that was said between ${name} and the runner:\n${last.join('\n')}\n`)
    throw error
  } finally {
    process.stdout.write(`\n${name}\n${traits.table()}\n`)
  }
  expect(traits.contradicted).toEqual([])
})

async function planTrait({ manifest, running }: ConformanceStage, traits: Traits): Promise<void> {
  await task(running, '@plan Look around | Tell\n@say Planned.')
  const planned = running.events().some((event) => event.type === 'entry' && event.kind === 'plan')
  // Whether a harness offers its model a tool for plans depends on the model.
  if (manifest.plan.from === 'tool') traits.same('a plan is told', true, planned)
  else traits.ifShown('a plan is told', manifest.plan.from === 'updates', planned, false)
}

async function errorTraits({ manifest, running, tape }: ConformanceStage, traits: Traits): Promise<void> {
  const before = tape.length
  const failed = await task(running, '@status 400')
  traits.same("a model's error ends the run", 'failed', failed.stopReason ?? 'nothing')
  if (manifest.protocol !== 'acp/1') return
  const answer = exchange(tape.slice(before), 'session/prompt')?.answer ?? null
  traits.same('how the error comes', manifest.prompt.errors, answer !== null && 'error' in answer ? 'error' : 'text')
}

async function endTraits({ manifest, running, tape, processes }: ConformanceStage, traits: Traits): Promise<void> {
  const longest = Math.max(...tape.filter(({ dir }) => dir === 'in').map(({ line }) => Buffer.byteLength(line)))
  traits.within('longest line', manifest.limits.maxLineBytes, longest, 'bytes')
  const asked = Date.now()
  await running.stop()
  const { closeStdinMs, termMs } = manifest.stop
  traits.within('ends once it is asked to', closeStdinMs + termMs + 2000, Date.now() - asked, 'ms')
  const gone = (): boolean => processes.every(({ pid }) => !isAlive(-pid))
  // What a group leaves dead behind is for the system to clear away.
  await expect
    .poll(gone, { timeout: 5000 })
    .toBe(true)
    .catch(() => {})
  traits.same('leaves processes behind', false, !gone())
}
