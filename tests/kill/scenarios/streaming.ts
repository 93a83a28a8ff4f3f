import { expect } from 'vitest'
import { after, afterChanges } from '../moments.ts'
import type { Round } from '../round.ts'
import { streamingScript } from '../scripts.ts'

/** Longer than a script streams: then the kill comes when all is told. */
const STREAM_MS = 1500

/** The relay dies while events stream. The run goes on without it, and ends as if nothing had happened. */
export async function killRelayWhileStreaming(round: Round): Promise<void> {
  const { stage, random, comparison } = round
  const prompt = stage.prompt(streamingScript(random, round.title))
  await momentOfStreaming(round)
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
  const prompt = stage.prompt(streamingScript(random, round.title))
  await momentOfStreaming(round)
  await stage.runner.kill()
  const left = stage.spool((spool) => spool.events(0))
  await after(random.number(200))
  await stage.restartRunner()
  await prompt.answer
  const end = await prompt.end
  if (end.end === 'run') expect(['end_turn', 'interrupted']).toContain(end.run.stopReason)
  else expect(end.state).toBe('unknown')
  const kept = stage.spool((spool) => spool.events(0))
  expect(kept.slice(0, left.length), 'what the runner wrote before it died').toEqual(left)
}

async function momentOfStreaming({ stage, random, moment }: Round): Promise<void> {
  switch (moment(['at the post', 'at a random time', 'at a change that a reader sees'])) {
    case 'at the post':
      return after(random.number(8))
    case 'at a random time':
      return after(random.number(STREAM_MS))
    case 'at a change that a reader sees':
      return afterChanges(stage.threadRoom, random.whole(1, 40), STREAM_MS)
  }
}
