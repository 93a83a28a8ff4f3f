import { setTimeout as sleep } from 'node:timers/promises'
import type { AdapterManifest } from '../../orb/adapters/manifest.ts'
import { CANCELLED } from '../../orb/approvals/harness-answer.ts'
import { bareHarness, type BareSession } from './bare-session.ts'
import { messages } from './evidence.ts'
import type { BareHarness, ConformanceStage } from './stage.ts'
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
  const bare = await stage.startBare()
  const { process, workspace } = bare
  try {
    const open = await bareHarness(manifest, process)
    const waits = await waitsForAnswer(await open(workspace), `${workspace}/notes.txt`)
    traits.same('a stopped turn waits for answers', manifest.permissions.cancelNeedsAnswer, waits)
    traits.same(
      'a second prompt',
      manifest.prompt.concurrent,
      await secondPrompt(await open(workspace), manifest, bare),
    )
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
async function secondPrompt(
  session: BareSession,
  { protocol }: AdapterManifest,
  bare: BareHarness,
): Promise<Concurrent> {
  const first = settled(prompt(session, `@say First begins.\n@wait ${HELD_MS}\n@say First ends.`))
  if (!(await session.until(() => session.said().includes('First begins.'), TURN_MS))) return 'unknown'
  // Pi's driver lets one turn in at a time: what Pi does with a second one shows on the line.
  const second =
    protocol === 'pi-rpc' ? promptOnTheLine(bare, '@say Second.') : settled(prompt(session, '@say Second.'))

  const secondEarly = await Promise.race([second, first.then(() => null)])
  if (secondEarly?.failed === true) return 'refuse'
  const { stopReason } = await first
  const saidByThen = session.said()
  if (stopReason === 'cancelled' || !saidByThen.includes('First ends.')) return 'cancel-first'
  await Promise.race([second, sleep(TURN_MS)])
  return saidByThen.includes('Second.') ? 'merge' : 'queue'
}

/** Gives Pi a prompt past its driver; settles when Pi has taken or refused it. */
async function promptOnTheLine({ process, tape }: BareHarness, message: string): Promise<Settled> {
  const id = 'on-the-line'
  await process.write(`${JSON.stringify({ id, type: 'prompt', message })}\n`)
  for (const until = Date.now() + TURN_MS; Date.now() < until; await sleep(100)) {
    const answer = messages(tape).find((one) => one.dir === 'in' && one.message['id'] === id)
    if (answer !== undefined) return { failed: answer.message['success'] === false, stopReason: null }
  }
  return { failed: false, stopReason: null }
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
