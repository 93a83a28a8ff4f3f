import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeEnrolment, type UnsignedEnrolment } from '../../shared/devices/enrolment.ts'
import { readOrbRoom } from '../support/room-content.ts'
import { approvalUntil, startRunningOrb, type RunningOrb } from '../support/running-orb.ts'
import { startRunnerProcess, type RunnerProcess } from '../support/runner-process.ts'

/* Who may speak for an orb: real runners on a real relay, before and after an owner says otherwise. */

let orb: RunningOrb
const others: RunnerProcess[] = []

beforeEach(async () => {
  orb = await startRunningOrb()
}, 60_000)
afterEach(async () => {
  for (const runner of others.splice(0)) await runner.stop()
  await orb.dispose()
})

/** A file with what the owner signs now. */
async function enrolmentFile(more: Partial<UnsignedEnrolment>): Promise<string> {
  const enrolment = await orb.relay.enrolment(more)
  const file = join(orb.relay.state, `enrolment-${enrolment.enrolment.enrolmentId}`)
  writeFileSync(file, writeEnrolment(enrolment), { mode: 0o600 })
  return file
}

/** A runner in a state folder of its own, as on another machine. */
async function elsewhere(machine: string, flags: readonly string[], name = 'test'): Promise<RunnerProcess> {
  const state = join(orb.relay.state, machine)
  const workspace = join(state, 'workspace')
  mkdirSync(workspace, { recursive: true, mode: 0o700 })
  const place = { relayUrl: orb.relay.url, state, name, workspace, flags }
  const runner = await startRunnerProcess({ ...place, agentFlags: ['--fast', '--store', join(state, 'agent')] })
  others.push(runner)
  return runner
}

/** What a runner said, once it has said this. */
async function said(runner: RunnerProcess, words: string): Promise<void> {
  await expect.poll(() => runner.output(), { timeout: 20_000 }).toContain(words)
}

const OWN = ['orbs', 'test']

test('another machine takes an orb over by a higher generation, and the runner before it stops for good', async () => {
  const second = await elsewhere('second', ['--enrol-file', await enrolmentFile({ orbId: orb.orbId, generation: 2 })])
  await said(orb.runner, 'A newer generation of this orb exists, so this runner has stopped for good.')
  await orb.restartRunner()
  await said(orb.runner, 'A newer generation took over this orb, so it does not start again.')

  const thread = await orb.newThread()
  await thread.prompt('@permit\n@write taken-over.txt :: yes')
  const { request } = await thread.pending()
  expect(request.generation).toBe(2)
  await (
    await orb.device.decide(orb.orbId, request, 'allow')
  ).answer
  await approvalUntil(orb, request.approvalId, (one) => one.effect === 'applied')
  await thread.ended()
  expect(existsSync(join(orb.relay.state, 'second', 'workspace', 'taken-over.txt'))).toBe(true)
  expect(second.output()).not.toContain('stopped')
})

test('an orb gets a new key, and a copy of the old one lets nobody in', async () => {
  await orb.runner.stop()
  cpSync(join(orb.relay.state, ...OWN), join(orb.relay.state, 'thief', ...OWN), { recursive: true })
  const renewed = await startRunnerProcess({
    relayUrl: orb.relay.url,
    state: orb.relay.state,
    name: 'test',
    workspace: orb.workspace,
    flags: ['--enrol-file', await enrolmentFile({ orbId: orb.orbId })],
    agentFlags: ['--fast', '--store', orb.agentStore],
  })
  others.push(renewed)
  await said(renewed, 'is ready')
  const thread = await orb.newThread()
  await thread.prompt('@say Hello.')
  expect(await thread.ended()).toMatchObject({ stopReason: 'end_turn' })
  const thief = await elsewhere('thief', [])
  await said(thief, "The relay does not accept this orb's key")
})

test('an enrolment lets one orb in, and no second one', async () => {
  const file = await enrolmentFile({})
  const first = await elsewhere('first', ['--enrol-file', file], 'one')
  await said(first, 'is ready')
  const second = await elsewhere('second', ['--enrol-file', file], 'two')
  await said(second, 'The relay does not let this orb in by its enrolment')
  await said(second, 'let an owner make a new one')
})

test('a removed orb says so and stops', async () => {
  const owner = await orb.relay.owner()
  const answer = await orb.relay.askAs(owner, 'DELETE', `/api/orbs/${orb.orbId}`)
  expect(answer.status).toBe(204)
  await said(orb.runner, 'An owner has removed this orb from the relay, so this runner has stopped.')
})

test('an orb follows the roster while it runs', async () => {
  const versionAt = (version: number) =>
    orb.room.until((doc) => (readOrbRoom(doc).orb.roster?.version === version ? true : null), `version ${version}`)
  await versionAt(0)
  const { person } = await orb.relay.owner()
  const phone = await orb.relay.addDevice(person, { name: 'Phone' })
  await versionAt(1)
  await orb.relay.change({ kind: 'device.revoke', deviceId: phone.device.deviceId, why: 'lost' })
  await versionAt(2)
  expect(orb.orb().orb.roster).toEqual({
    version: 2,
    firstUse: false,
    problem: null,
  })
})
