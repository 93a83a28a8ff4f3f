import { expect } from 'vitest'
import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import { readOrbRoom } from '../../support/room-content.ts'
import { openLedgerFile } from '../ledger-file.ts'
import { after, asSoonAs } from '../moments.ts'
import type { Round } from '../round.ts'
import { askingScript } from '../scripts.ts'
import { expectAnswers, settled } from '../settled.ts'
import { openSpoolFile } from '../spool-file.ts'
import { ORB_NAME } from '../stage.ts'

/** A decision that is sent reaches the agent within this time even on a busy machine; then the kill comes too late. */
const FLIGHT_MS = 1000

/** The relay dies while a decision is in flight. It is recorded once, and reaches the agent exactly once. */
export async function killRelayWhileDeciding(round: Round): Promise<void> {
  const { stage, random, note, comparison } = round
  const before = stage.agent.answers().length
  const prompt = stage.prompt(askingScript(random, round.title))
  const { request } = await stage.pending()
  const moment = random.pick([
    'after the post',
    'once it is recorded',
    'once a reader sees it',
    'once the runner has it',
  ] as const)
  const rivals = random.pick([false, true])
  note(`${moment}${rivals ? ', with a rival' : ''}`)

  const verdict = random.pick(['allow', 'deny'] as const)
  const decision = await stage.device.decide(stage.orbId, request, verdict)
  const rival = rivals ? await stage.device.decide(stage.orbId, request, verdict === 'allow' ? 'deny' : 'allow') : null
  if (moment === 'after the post') await after(random.number(10))
  else if (moment === 'once it is recorded') await onceRecorded(round, request)
  else if (moment === 'once a reader sees it') await onceSeen(round, request)
  else await onceIntended(round, [decision.id, rival?.id ?? decision.id])
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
  const { stage, random, note } = round
  const before = stage.agent.answers().length
  const prompt = stage.prompt(askingScript(random, round.title))
  const { request } = await stage.pending()
  const moment = random.pick([
    'just before the post',
    'after the post',
    'once it is intended',
    'once the agent has it',
  ] as const)
  note(moment)

  if (moment === 'just before the post') await stage.runner.kill()
  const decision = await stage.device.decide(stage.orbId, request, random.pick(['allow', 'deny']))
  if (moment === 'after the post') await after(random.number(10))
  else if (moment === 'once it is intended') await onceIntended(round, [decision.id])
  else if (moment === 'once the agent has it') {
    await asSoonAs(() => stage.agent.answers().length > before, FLIGHT_MS)
  }
  if (moment !== 'just before the post') {
    await after(random.number(0.5))
    await stage.runner.kill()
  }
  await after(random.number(100))
  await stage.restartRunner()

  expect((await decision.answer).outcome).toBe('recorded')
  await prompt.end
  const row = await settled(stage, request.approvalId)
  expect(row.decisionId).toBe(decision.id)
  expectAnswers(row, stage.agent.answers().length - before)
}

function onceRecorded({ stage }: Round, { approvalId }: ApprovalRequest): Promise<void> {
  return watching(openLedgerFile(stage.state), (ledger) =>
    ledger.approvals(stage.orbId).some((row) => row.approvalId === approvalId && row.decisionId !== null),
  )
}

function onceIntended({ stage }: Round, commandIds: readonly string[]): Promise<void> {
  return watching(openSpoolFile(stage.state, ORB_NAME), (spool) =>
    commandIds.some((commandId) => INTENDED.includes(spool.commandState(commandId))),
  )
}

async function onceSeen({ stage }: Round, { approvalId }: ApprovalRequest): Promise<void> {
  await stage.orbRoom.until(
    (doc) => readOrbRoom(doc).approvals.get(approvalId)?.outcome !== 'pending' || null,
    'the decision in the room',
  )
}

const INTENDED: readonly (string | null)[] = ['intent', 'applied']

async function watching<F extends { close(): void }>(file: F, check: (file: F) => boolean): Promise<void> {
  try {
    await asSoonAs(() => check(file), FLIGHT_MS)
  } finally {
    file.close()
  }
}
