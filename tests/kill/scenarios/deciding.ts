import { expect } from 'vitest'
import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import { readOrbRoom } from '../../support/room-content.ts'
import { deafAgent } from '../deaf-agent.ts'
import { openLedgerFile } from '../ledger-file.ts'
import { after, asSoonAs, asSoonAsIn } from '../moments.ts'
import type { Round } from '../round.ts'
import { askingScript } from '../scripts.ts'
import { expectAnswers, onceIntended, settled } from '../settled.ts'

/** A decision that is sent reaches the agent within this time even on a busy machine; then the kill comes too late. */
const FLIGHT_MS = 1000
/** For what must come: only a machine that does nothing else any more lets this pass. */
const CERTAIN_MS = 60_000

/** The relay dies while a decision is in flight. It is recorded once, and reaches the agent exactly once. */
export async function killRelayWhileDeciding(round: Round): Promise<void> {
  const { stage, random, comparison } = round
  const before = stage.agent.answers().length
  const prompt = stage.prompt(askingScript(random, round.title))
  const { request } = await stage.pending()
  const moment = round.moment([
    'after the post',
    'once it is recorded',
    'once a reader sees it',
    'once the runner has it',
  ])
  const rivals = random.pick([false, true])

  const verdict = random.pick(['allow', 'deny'] as const)
  const decision = await stage.device.decide(stage.orbId, request, verdict)
  const rival = rivals ? await stage.device.decide(stage.orbId, request, verdict === 'allow' ? 'deny' : 'allow') : null
  if (moment === 'after the post') await after(random.number(10))
  else if (moment === 'once it is recorded') await onceRecorded(round, request)
  else if (moment === 'once a reader sees it') await onceSeen(round, request)
  else await onceIntended(stage, [decision.id, rival?.id ?? decision.id], FLIGHT_MS)
  await stage.relay.kill()
  comparison.acknowledgedIsStored()
  await after(random.number(200))
  await stage.restartRelay()

  const outcomes = [(await decision.answer).outcome, ...(rival === null ? [] : [(await rival.answer).outcome])]
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome !== 'recorded' && outcome !== 'already-decided')).toEqual([])
  expect(await prompt.end).toMatchObject({ end: 'run', run: { stopReason: 'end_turn' } })
  const winner = outcomes[0] === 'recorded' ? decision.id : rival?.id
  expect(await settled(stage, request.approvalId)).toMatchObject({ effect: 'applied', decisionId: winner })
  expect(stage.agent.answers().length - before, 'answers that the agent got').toBe(1)
}

/** The runner dies while a decision is in flight. The agent gets it at most once, and its fate is told truly. */
export async function killRunnerWhileDeciding(round: Round): Promise<void> {
  const { stage, random } = round
  const moment = round.moment([
    'just before the post',
    'after the post',
    'once it is intended',
    'once the agent has it',
    'while the agent reads nothing',
  ])
  const deaf = moment === 'while the agent reads nothing' ? await deafAgent(stage) : null
  const before = stage.agent.answers().length
  const prompt = stage.prompt(askingScript(random, round.title))
  const { request } = await stage.pending()

  await deaf?.stopReading()
  if (moment === 'just before the post') {
    await stage.runner.kill()
    if (random.pick([true, false])) {
      await expectVoid(round, request, before)
      await prompt.end
      return
    }
  }
  const decision = await stage.device.decide(stage.orbId, request, random.pick(['allow', 'deny']))
  if (moment === 'after the post') await after(random.number(10))
  else if (moment === 'once the agent has it') {
    await asSoonAs(() => stage.agent.answers().length > before, FLIGHT_MS)
  } else if (moment !== 'just before the post') {
    // An agent that reads nothing keeps the intent there for as long as one looks; only then is `unknown` certain.
    await onceIntended(stage, [decision.id], deaf === null ? FLIGHT_MS : CERTAIN_MS)
  }
  if (moment !== 'just before the post') {
    await after(random.number(0.5))
    await stage.runner.kill()
  }
  if (random.pick([true, false])) deaf?.readOn()
  await after(random.number(100))
  await stage.restartRunner()

  expect((await decision.answer).outcome).toBe('recorded')
  await prompt.end
  const row = await settled(stage, request.approvalId)
  expect(row.decisionId).toBe(decision.id)
  if (deaf !== null) expect(row.effect, 'intended, and never seen to be written').toBe('unknown')
  expectAnswers(row, stage.agent.answers().length - before)
}

/** Nobody decided while the runner was away: once it is back, nobody can, and the agent has got nothing. */
async function expectVoid({ stage }: Round, request: ApprovalRequest, before: number): Promise<void> {
  await stage.restartRunner()
  expect(await settled(stage, request.approvalId)).toMatchObject({ outcome: 'void', effect: 'none' })
  const decision = await stage.device.decide(stage.orbId, request, 'allow')
  expect((await decision.answer).outcome).toBe('gone')
  expect(stage.agent.answers().length).toBe(before)
}

function onceRecorded({ stage }: Round, { approvalId }: ApprovalRequest): Promise<void> {
  return asSoonAsIn(
    openLedgerFile(stage.state),
    (ledger) => ledger.approvals(stage.orbId).some((row) => row.approvalId === approvalId && row.decisionId !== null),
    FLIGHT_MS,
  )
}

async function onceSeen({ stage }: Round, { approvalId }: ApprovalRequest): Promise<void> {
  await stage.orbRoom.until(
    (doc) => readOrbRoom(doc).approvals.get(approvalId)?.outcome !== 'pending' || null,
    'the decision in the room',
  )
}
