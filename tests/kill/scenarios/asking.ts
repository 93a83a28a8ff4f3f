import { expect } from 'vitest'
import { deafAgent } from '../deaf-agent.ts'
import { after, asSoonAs } from '../moments.ts'
import type { Round } from '../round.ts'
import { askingScript } from '../scripts.ts'
import { expectAnswers, onceIntended, settled } from '../settled.ts'

/** A decision that is sent is with the runner within this time even on a busy machine. */
const FLIGHT_MS = 5000
/** In about this time a prompt becomes a question. */
const ASKING_MS = 150

/** The agent dies while it asks. The approval is void, or was decided a moment before and is told truly; the run has ended. */
export async function killAgentWhileAsking(round: Round): Promise<void> {
  const { stage, random } = round
  const moment = round.moment([
    'while it waits',
    'just before a decision',
    'just after a decision',
    'with a decision that it does not read',
  ])
  const deaf = moment === 'with a decision that it does not read' ? await deafAgent(stage) : null
  const before = stage.agent.answers().length
  const prompt = stage.prompt(askingScript(random, round.title))
  const { request } = await stage.pending()
  const pid = stage.agent.pid()
  if (pid === null) throw new Error('The agent got no prompt')
  const decide = async (): Promise<string> => {
    const decision = await stage.device.decide(stage.orbId, request, random.pick(['allow', 'deny']))
    if (deaf !== null) await onceIntended(stage, [decision.id], FLIGHT_MS)
    return decision.answer.then(({ outcome }) => outcome)
  }

  switch (moment) {
    case 'while it waits':
      await after(random.number(200))
      process.kill(pid, 'SIGKILL')
      await prompt.end
      // The run has ended because its agent is gone: whoever answers now is told so.
      expect(await decide()).toBe('gone')
      break
    case 'just before a decision':
      process.kill(pid, 'SIGKILL')
      await after(random.number(4))
      expect(['recorded', 'gone']).toContain(await decide())
      break
    case 'just after a decision': {
      const decided = decide()
      await after(random.number(12))
      process.kill(pid, 'SIGKILL')
      expect(['recorded', 'gone']).toContain(await decided)
      break
    }
    case 'with a decision that it does not read':
      await deaf?.stopReading()
      expect(await decide()).toBe('recorded')
      process.kill(pid, 'SIGKILL')
  }

  await prompt.end
  const row = await settled(stage, request.approvalId)
  if (deaf !== null) expect(['undeliverable', 'unknown']).toContain(row.effect)
  expectAnswers(row, stage.agent.answers().length - before)
}

/** The relay dies while an approval is pending, or on its way. It is pending still, and one decision reaches the agent. */
export async function killRelayWhilePending(round: Round): Promise<void> {
  const { stage, random, comparison } = round
  const before = stage.agent.answers().length
  const prompt = stage.prompt(askingScript(random, round.title))
  const moment = round.moment(['once it is seen', 'as soon as it is stored', 'while it is raised'])
  if (moment === 'while it is raised') await after(random.number(ASKING_MS))
  else if (moment === 'as soon as it is stored') await asSoonAs(() => storedPending(round).length > 0, 10_000)
  else {
    await stage.pending()
    await after(random.number(100))
  }
  await stage.relay.kill()
  comparison.acknowledgedIsStored()
  const stored = storedPending(round)
  await after(random.number(200))
  await stage.restartRelay()
  expect(storedPending(round)).toEqual(expect.arrayContaining(stored))
  await prompt.answer

  const { request } = await stage.pending()
  const decision = await stage.device.decide(stage.orbId, request, random.pick(['allow', 'deny']))
  expect((await decision.answer).outcome).toBe('recorded')
  expect(await prompt.end).toMatchObject({ end: 'run', run: { stopReason: 'end_turn' } })
  expect(await settled(stage, request.approvalId)).toMatchObject({ effect: 'applied', decisionId: decision.id })
  expect(stage.agent.answers().length - before, 'answers that the agent got').toBe(1)
}

function storedPending({ stage }: Round): string[] {
  const rows = stage.ledger((ledger) => ledger.approvals(stage.orbId))
  return rows.filter((row) => row.outcome === 'pending').map((row) => row.approvalId)
}
