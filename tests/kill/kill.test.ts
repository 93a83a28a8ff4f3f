import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { Company, type Playing } from './company.ts'
import { eventually } from './moments.ts'
import { randomFor } from './random.ts'
import type { Scenario } from './round.ts'
import { killAgentWhileAsking, killRelayWhilePending } from './scenarios/asking.ts'
import { killRelayWhileDeciding, killRunnerWhileDeciding } from './scenarios/deciding.ts'
import { killRelayWhileStreaming, killRunnerWhileStreaming } from './scenarios/streaming.ts'
import { plainScript } from './scripts.ts'
import { emptyTally, mark, tallyTable, type Tally } from './tally.ts'

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
const company = new Company()

describe(`SIGKILL, ${ROUNDS} rounds of each, PERIGEE_SEED=${SEED}`, () => {
  afterAll(async () => {
    await company.dismiss()
    process.stdout.write(`\nKill tests, PERIGEE_SEED=${SEED} repeats them\n${tallyTable(tallies)}\n`)
  })

  test.each(Object.entries(SCENARIOS))('%s: nothing is lost, doubled or decided twice', async (name, scenario) => {
    const tally = emptyTally()
    tallies.set(name, tally)
    for (let round = 1; round <= ROUNDS; round += 1) {
      const playing = await company.next()
      const before = mark(playing)
      const notes: string[] = []
      try {
        await playRound(playing, { name, round, scenario, notes })
      } catch (error) {
        const what = `round ${round} of ${ROUNDS}, ${notes.join(', ')}, PERIGEE_SEED=${SEED}`
        const says = `${what}\n${(error as Error).message}\n${playing.stage.lastWords()}`
        await company.dismiss()
        throw new Error(says, { cause: error })
      }
      before.addTo(tally)
    }
  })
})

interface Play {
  readonly name: string
  readonly round: number
  readonly scenario: Scenario
  readonly notes: string[]
}

async function playRound(playing: Playing, { name, round, scenario, notes }: Play): Promise<void> {
  const { stage, comparison } = playing
  const random = randomFor(SEED, name, round)
  const title = `${name.replaceAll(' ', '-')}-${round}`
  await stage.beginRound()
  const first = randomFor(SEED, name).whole(0, 1000)
  await scenario({
    stage,
    random,
    comparison,
    title,
    moment(choices) {
      const chosen = choices[(first + round) % choices.length] ?? choices[0]
      notes.push(chosen)
      return chosen
    },
  })
  await expectAllWell(playing, title)
}

/** What holds after every round: the next prompt works and changes nothing of what was, and all files and rooms agree. */
async function expectAllWell({ stage, comparison }: Playing, title: string): Promise<void> {
  const answers = stage.agent.answers().length
  const prompt = stage.prompt(plainScript(title))
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
