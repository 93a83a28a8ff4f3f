import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { Comparison } from './comparison.ts'
import { eventually } from './moments.ts'
import { randomFor } from './random.ts'
import type { Scenario } from './round.ts'
import { killAgentWhileAsking, killRelayWhilePending } from './scenarios/asking.ts'
import { killRelayWhileDeciding, killRunnerWhileDeciding } from './scenarios/deciding.ts'
import { killRelayWhileStreaming, killRunnerWhileStreaming } from './scenarios/streaming.ts'
import { plainScript } from './scripts.ts'
import { Stage } from './stage.ts'
import { emptyTally, tallyTable, type Tally } from './tally.ts'

const ROUNDS = Number(process.env['PERIGEE_KILL_ROUNDS'] ?? 5)
const SEED = process.env['PERIGEE_SEED'] ?? newId()

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'relay while events stream': killRelayWhileStreaming,
  'runner while events stream': killRunnerWhileStreaming,
  'agent while it asks': killAgentWhileAsking,
  'relay while an approval is pending': killRelayWhilePending,
  'relay while a decision is in flight': killRelayWhileDeciding,
  'runner while a decision is in flight': killRunnerWhileDeciding,
}

const tallies = new Map<string, Tally>()

describe(`SIGKILL, ${ROUNDS} rounds of each, PERIGEE_SEED=${SEED}`, () => {
  test.each(Object.entries(SCENARIOS))('%s: nothing is lost, doubled or decided twice', async (name, scenario) => {
    const tally = emptyTally()
    tallies.set(name, tally)
    const stage = await Stage.start()
    try {
      await playRounds(stage, name, scenario, tally)
    } finally {
      await stage.close()
    }
  })

  afterAll(() => {
    process.stdout.write(`\nKill tests, PERIGEE_SEED=${SEED} repeats them\n${tallyTable(tallies)}\n`)
  })
})

async function playRounds(stage: Stage, name: string, scenario: Scenario, tally: Tally): Promise<void> {
  const comparison = new Comparison(stage)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const mark = `round-${round}`
    const notes: string[] = []
    try {
      await stage.beginRound()
      await scenario({
        stage,
        random: randomFor(SEED, name, round),
        comparison,
        mark,
        note: (text) => notes.push(text),
      })
      await restOf(stage, comparison, mark)
    } catch (error) {
      const what = `round ${round} of ${ROUNDS}, ${notes.join(', ')}, PERIGEE_SEED=${SEED}`
      throw new Error(`${what}\n${(error as Error).message}\n${stage.lastWords()}`, { cause: error })
    }
    count(stage, comparison, tally)
  }
}

/** What holds after every round: the next prompt works and changes nothing of what was, and all files and rooms agree. */
async function restOf(stage: Stage, comparison: Comparison, mark: string): Promise<void> {
  const answers = stage.agent.answers().length
  const prompt = stage.prompt(plainScript(mark))
  expect(await prompt.end).toMatchObject({ end: 'run', run: { stopReason: 'end_turn' } })
  expect(stage.agent.answers().length, 'a decision that came again').toBe(answers)
  expect(stage.agent.repeatedPrompts(), 'prompts that the agent got twice').toEqual([])
  await comparison.streamsAreEqual()
  comparison.nothingShownIsLost()
  await eventually(
    () => (stage.ledger((ledger) => ledger.runsGoingOn(stage.orbId)) === 0 ? true : null),
    'every run has ended',
  )
  expect(
    stage.ledger((ledger) => ledger.openEntries(stage.threadId)),
    'entries left open',
  ).toBe(0)
  for (const { outcome, approvalId } of comparison.approvalsHold()) expect(outcome, approvalId).not.toBe('pending')
  await comparison.roomsAreEqual()
}

function count(stage: Stage, comparison: Comparison, tally: Tally): void {
  const approvals = comparison.approvalsHold()
  const having = (effect: string): number => approvals.filter((approval) => approval.effect === effect).length
  tally.rounds += 1
  tally.events = comparison.events
  tally.recorded = approvals.filter((approval) => approval.decisionId !== null).length
  tally.answers = stage.agent.answers().length
  tally.applied = having('applied')
  tally.unknown = having('unknown')
  tally.undeliverable = having('undeliverable')
  tally.void = approvals.filter((approval) => approval.outcome === 'void').length
}
