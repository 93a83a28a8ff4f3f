import { expect } from 'vitest'
import { after, afterChanges } from '../moments.ts'
import type { Round } from '../round.ts'
import { streamingScript } from '../scripts.ts'
import type { Stage } from '../stage.ts'

/** Longer than a script streams: then the kill comes when all is told. */
const STREAM_MS = 1500

const MOMENTS = ['at the post, into a thread just begun', 'at a random time', 'at a change that a reader sees'] as const

/** The relay dies while events stream. The run goes on without it, and ends as if nothing had happened. */
export async function killRelayWhileStreaming(round: Round): Promise<void> {
  const { stage, random, comparison } = round
  const prompt = await streaming(round)
  await stage.relay.kill()
  comparison.acknowledgedIsStored()
  await after(random.number(300))
  await stage.restartRelay()
  await prompt.answer
  const end = await prompt.end
  expect(end).toMatchObject({ end: 'run', run: { stopReason: 'end_turn' } })
}

/** The runner dies while events stream. What it wrote is there; the run is told as interrupted or its prompt as unknown. */
export async function killRunnerWhileStreaming(round: Round): Promise<void> {
  const { stage, random } = round
  const prompt = await streaming(round)
  await stage.runner.kill()
  const left = stage.spool((spool) => spool.events(0))
  await after(random.number(200))
  await stage.restartRunner()
  await prompt.answer
  const end = await prompt.end
  if (end.end === 'run') expect(['end_turn', 'interrupted']).toContain(end.run.stopReason)
  else expect(end, 'how the prompt ended').toMatchObject({ state: 'unknown' })
  const kept = stage.spool((spool) => spool.events(0))
  expect(kept.slice(0, left.length), 'what the runner wrote before it died').toEqual(left)
}

/** Gives the agent a script to stream, and waits for the moment of the kill. */
async function streaming({ stage, random, title, moment }: Round): Promise<ReturnType<Stage['prompt']>> {
  const chosen = moment(MOMENTS)
  if (chosen === MOMENTS[0]) await stage.beginThread()
  const prompt = stage.prompt(streamingScript(random, title))
  if (chosen === MOMENTS[0]) await after(random.number(8))
  else if (chosen === MOMENTS[1]) await after(random.number(STREAM_MS))
  else await afterChanges(stage.threadRoom, random.whole(1, 40), STREAM_MS)
  return prompt
}
