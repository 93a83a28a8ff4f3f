import { setTimeout as sleep } from 'node:timers/promises'
import type { AdapterManifest } from '../../orb/adapters/manifest.ts'
import { CANCELLED } from '../../orb/approvals/harness-answer.ts'
import { bareHarness, type BareSession } from './bare-session.ts'
import type { ConformanceStage } from './stage.ts'
import type { Traits } from './traits.ts'

/** How long the model keeps the first of two prompts waiting, in milliseconds. */
const HELD_MS = 4000
/** How long a turn may take to begin, and to end after that. */
const TURN_MS = 60_000
/** How long a turn that was cancelled may take to end by itself. */
const CANCEL_MS = 5000

type Concurrent = AdapterManifest['prompt']['concurrent']

/** What a harness does with what the runner keeps from it: a stop without answers, and a second prompt. */
export async function turnTraits(stage: ConformanceStage, traits: Traits): Promise<void> {
  const { manifest } = stage
  const { process, workspace } = await stage.startBare()
  try {
    const open = await bareHarness(manifest, process)
    const waits = await waitsForAnswer(await open(workspace), `${workspace}/notes.txt`)
    traits.same('a stopped turn waits for answers', manifest.permissions.cancelNeedsAnswer, waits)
    traits.same('a second prompt', manifest.prompt.concurrent, await secondPrompt(await open(workspace)))
  } finally {
    await process.kill()
  }
}

/** Stops a turn that asks, and answers nothing. */
async function waitsForAnswer(session: BareSession, notes: string): Promise<boolean | 'nothing was asked'> {
  const { driver, sessionId, asked } = session
  const before = asked.length
  const turn = settled(prompt(session, `@read ${notes}\n@edit ${notes} :: round 0 => round 1\n@say Never.`))
  if (!(await session.until(() => asked.length > before, TURN_MS))) return 'nothing was asked'
  await driver.cancel(sessionId)
  const ended = await Promise.race([turn.then(() => true), sleep(CANCEL_MS, false)])
  for (const request of asked.slice(before)) await request.respond(CANCELLED).catch(() => {})
  await Promise.race([turn, sleep(TURN_MS)])
  return !ended
}

/** Gives a second prompt while the first one is answered, and tells from the order of things what became of both. */
async function secondPrompt(session: BareSession): Promise<Concurrent> {
  const first = settled(prompt(session, `@say First begins.\n@wait ${HELD_MS}\n@say First ends.`))
  if (!(await session.until(() => session.said().includes('First begins.'), TURN_MS))) return 'unknown'
  const second = settled(prompt(session, '@say Second.'))

  const secondEarly = await Promise.race([second, first.then(() => null)])
  if (secondEarly?.failed === true) return 'refuse'
  const { stopReason } = await first
  const saidByThen = session.said()
  if (stopReason === 'cancelled' || !saidByThen.includes('First ends.')) return 'cancel-first'
  await Promise.race([second, sleep(TURN_MS)])
  return saidByThen.includes('Second.') ? 'merge' : 'queue'
}

interface Settled {
  readonly failed: boolean
  readonly stopReason: unknown
}

function prompt({ driver, sessionId }: BareSession, text: string): Promise<{ readonly stopReason?: unknown }> {
  return driver.prompt(sessionId, text, () => {})
}

function settled(turn: Promise<{ readonly stopReason?: unknown }>): Promise<Settled> {
  return turn.then(
    ({ stopReason }) => ({ failed: false, stopReason }),
    () => ({ failed: true, stopReason: null }),
  )
}
