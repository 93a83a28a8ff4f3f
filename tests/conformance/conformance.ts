import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../orb/harness/process-identity.ts'
import type { HarnessProcess, Provider } from '../../orb/harness/provider.ts'
import { testFolder } from '../../orb/testing/folder.ts'
import { startRunner } from '../../orb/testing/running.ts'
import { recording } from '../recordings/recorder.ts'
import { FILES } from '../recordings/scenario.ts'
import type { TapeLine } from '../recordings/tape.ts'
import { harnessHome, manifestOf } from '../support/harness-manifest.ts'
import { startModelServer } from '../support/model-server.ts'
import { realHarness } from '../support/real-harness.ts'
import { exchange, hasDiff, task, updates } from './evidence.ts'
import { Traits } from './traits.ts'

/*
 * What a manifest declares, held against what its harness does: `npm run test:conformance -- --adapter NAME`. The
 * harness is real, its model is scripted, and the runner is the one of every orb.
 */

/** A start may take so much longer on a busy machine than on the one that was measured. */
const BUSY = 4
const adapters = (process.env['PERIGEE_CONFORMANCE'] ?? '').split(',').filter((name) => name !== '')

test.each(adapters)('%s shows what its manifest declares', { timeout: 0 }, async (name) => {
  const manifest = manifestOf(name)
  const isAcp = manifest.protocol === 'acp/1'
  const home = harnessHome(manifest)
  const model = await startModelServer()
  const tape: TapeLine[] = []
  const processes: HarnessProcess[] = []
  const real = recording(realHarness(manifest, { home, modelUrl: model.url, beforeStart: makeProject }), tape)
  const noting: Provider = {
    ...real,
    async start(launch, waits) {
      const started = await real.start(launch, waits)
      processes.push(started)
      return started
    },
  }
  const traits = new Traits()
  const begun = Date.now()
  const running = await startRunner(name, [], testFolder(), manifest, { provider: noting, waitMs: 120_000 })
  try {
    const notes = join(running.workspace, 'notes.txt')
    const note = (): string => readFileSync(notes, 'utf8')
    await running.report('orb.state', ({ state }) => state === 'ready')
    traits.within('start', manifest.limits.expectedStartMs * BUSY, Date.now() - begun, 'ms')
    const first = await running.report('thread.meta', ({ asking }) => asking !== undefined && asking !== null)
    const wants =
      manifest.asking.asks === 'never' ? 'never' : manifest.asking.asks === 'unknown' ? 'unknown' : 'confirmed'
    traits.same('asking, after a new session', wants, first.asking?.state ?? 'nothing')

    // Whole lines: the patches of one harness know no others.
    const allowed = await task(running, `@read ${notes}\n@edit ${notes} :: round 0 => round 1\n@say Changed.`)
    traits.same('asks before it writes', wants === 'confirmed' ? 'yes' : 'no', allowed.asked.length > 0 ? 'yes' : 'no')
    traits.same('an allowed edit is made', 'yes', note().includes('round 1') ? 'yes' : 'no')
    traits.same(
      'where the diff is',
      manifest.permissions.diff,
      diffSource(tape, allowed.asked[0]?.toolCall?.content, isAcp),
    )

    const refusedAt = tape.length
    const denied = await task(running, `@read ${notes}\n@edit ${notes} :: round 1 => round 2\n@say I go on.`, 'deny')
    traits.same('a refused edit is not made', 'yes', note().includes('round 2') ? 'no' : 'yes')
    const goesOn = denied.said.includes('I go on.')
    const effect = denied.stopReason === 'cancelled' ? 'cancels-turn' : goesOn ? 'continues' : 'ends-turn'
    traits.same('what a refusal does', manifest.permissions.rejectEffect, effect)
    if (isAcp) {
      const id = denied.asked[0]?.toolCall?.toolCallId
      const closing = updates(tape.slice(refusedAt)).some(
        ({ toolCallId, status }) => toolCallId === id && (status === 'failed' || status === 'completed'),
      )
      traits.same('a refused call is closed', yes(manifest.permissions.closesCall), yes(closing))
    }
    const stopped = await task(running, `@read ${notes}\n@edit ${notes} :: round 1 => round 3\n@say Never.`, 'stop')
    traits.same('a stop while it asks', 'cancelled', stopped.stopReason ?? 'nothing')
    traits.same('a stopped edit is not made', 'yes', note().includes('round 3') ? 'no' : 'yes')

    await task(running, '@plan Look around | Tell\n@say Planned.')
    const planned = running.events().some((event) => event.type === 'entry' && event.kind === 'plan')
    // Whether a harness offers its model a tool for plans depends on the model.
    if (manifest.plan.from === 'tool') traits.same('a plan is told', 'yes', yes(planned))
    else traits.noted('a plan is told', manifest.plan.from, yes(planned))

    if (manifest.resume.minGapMs === 0) {
      const before = tape.length
      running.command({ kind: 'harness.restart' })
      const again = await task(running, '@say Still here.')
      traits.same('answers after a restart', 'end_turn', again.stopReason ?? 'nothing')
      const forgot = running
        .events()
        .some(
          (event) =>
            event.type === 'entry' &&
            event.kind === 'notice' &&
            JSON.stringify(event.body).includes('knows nothing of the above'),
        )
      traits.same('takes its session up', yes(manifest.resume.method !== 'none'), yes(!forgot))
      if (isAcp) {
        const later = tape.slice(before)
        const how =
          exchange(later, 'session/resume') === null
            ? exchange(later, 'session/load') === null
              ? 'none'
              : 'load'
            : 'resume'
        traits.same('how it is taken up', manifest.resume.method, how)
        const ids = updates(later).filter((one) => one['sessionUpdate'] === 'agent_message_chunk')
        traits.same(
          'messages have ids',
          yes(manifest.resume.messageIds),
          yes(ids.some((one) => typeof one['messageId'] === 'string')),
        )
      }
      const asking = running
        .events()
        .flatMap((event) => (event.type === 'report' && event.report.name === 'thread.meta' ? [event.report] : []))
      traits.same('asking, after a restart', wants, askingOf(asking.at(-1)))
    }

    const errorAt = tape.length
    const failed = await task(running, '@status 400')
    traits.same("a model's error ends the run", 'failed', failed.stopReason ?? 'nothing')
    if (isAcp) {
      const answer = exchange(tape.slice(errorAt), 'session/prompt')?.answer
      traits.same(
        'how the error comes',
        manifest.prompt.errors,
        answer !== null && answer !== undefined && 'error' in answer ? 'error' : 'text',
      )
    }
    const longest = Math.max(...tape.filter(({ dir }) => dir === 'in').map(({ line }) => Buffer.byteLength(line)))
    traits.within('longest line', manifest.limits.maxLineBytes, longest, 'bytes')
    const asked = Date.now()
    await running.stop()
    traits.within(
      'ends once it is asked to',
      manifest.stop.closeStdinMs + manifest.stop.termMs + 2000,
      Date.now() - asked,
      'ms',
    )
    const gone = (): boolean => processes.every(({ pid }) => !isAlive(-pid))
    // What a group leaves dead behind is for the system to clear away.
    await expect
      .poll(gone, { timeout: 5000 })
      .toBe(true)
      .catch(() => {})
    traits.same('leaves processes behind', 'no', yes(!gone()))
  } finally {
    process.stdout.write(`\n${name}\n${traits.table()}\n`)
    await running.stop()
    await model.close()
    rmSync(home, { recursive: true, force: true })
  }
  expect(traits.contradicted).toEqual([])
})

function diffSource(tape: readonly TapeLine[], content: unknown, isAcp: boolean): string {
  if (!hasDiff(content)) return 'none'
  if (!isAcp) return 'request'
  const inCall = updates(tape).some(
    (one) =>
      (one['sessionUpdate'] === 'tool_call' || one['sessionUpdate'] === 'tool_call_update') && hasDiff(one['content']),
  )
  const inRequest = tape.some(
    ({ dir, line }) => dir === 'in' && line.includes('session/request_permission') && line.includes('"diff"'),
  )
  return inRequest ? 'request' : inCall ? 'call' : 'none'
}

function askingOf(report: unknown): string {
  const asking = (report as { asking?: { state?: string } | null } | undefined)?.asking
  return asking?.state ?? 'nothing'
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no'
}

function makeProject(folder: string): void {
  mkdirSync(folder, { recursive: true })
  try {
    readFileSync(join(folder, 'notes.txt'))
  } catch {
    for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text)
    execFileSync('git', ['init', '--quiet', folder])
  }
}
