import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { commandLineOf, perigee, stateFolder } from '../support/command-line.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess, type RunnerProcess } from '../support/runner-process.ts'
import { startRunningOrb } from '../support/running-orb.ts'

let relay: RelayProcess
let home: string

beforeAll(async () => {
  relay = await startRelayProcess()
  ;({ home } = await commandLineOf(relay))
})
afterAll(() => relay.dispose())

/** A runner that lives in `folder`, with what lets it in. */
async function runnerWith(enrolment: string, folder: string): Promise<RunnerProcess> {
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace, { recursive: true })
  const file = join(folder, 'enrolment')
  writeFileSync(file, enrolment, { mode: 0o600 })
  const place = { relayUrl: relay.url, state: folder, name: 'api', workspace }
  const runner = await startRunnerProcess({ ...place, flags: ['--enrol-file', file] })
  onTestFinished(() => runner.kill())
  return runner
}

const orbsSeen = () => perigee(['orbs', '--state', home, '--json']).lines

test('what is enrolled comes in, comes in with a new generation, and is removed', async () => {
  const enrolled = perigee(['enrol', '--state', home])
  expect(enrolled).toMatchObject({ status: 0, stdout: expect.stringMatching(/^perigee-orb-[\w-]+\n$/) as unknown })
  const folder = stateFolder()
  const first = await runnerWith(enrolled.stdout, folder)
  await expect.poll(() => orbsSeen().map((orb) => orb['title']), { timeout: 15_000 }).toEqual(['api'])
  const orbId = String(orbsSeen()[0]?.['orbId'])

  const raised = perigee(['enrol', '--orb', orbId, '--state', home, '--json'])
  expect(raised.lines).toMatchObject([{ generation: 2 }])
  const second = await runnerWith(String(raised.lines[0]?.['enrolment']), stateFolder())
  await expect.poll(() => first.output(), { timeout: 15_000 }).toContain('newer generation')
  expect(orbsSeen()).toHaveLength(1)

  expect(perigee(['orbs', 'remove', orbId, '--state', home])).toMatchObject({ status: 1 })
  expect(orbsSeen()).toHaveLength(1)
  expect(perigee(['orbs', 'remove', orbId, '--state', home], 'y\n')).toMatchObject({ status: 0 })
  expect(orbsSeen()).toEqual([])
  await expect.poll(() => second.output(), { timeout: 15_000 }).toContain('removed')
})

test('only who may manage enrols', async () => {
  const { person } = await relay.addPerson('Bob', [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }])
  const bob = await commandLineOf(relay, person)
  expect(perigee(['enrol', '--state', bob.home])).toMatchObject({ status: 1, stdout: '' })
})

test('a note token lets a script write into its thread', async () => {
  const orb = await startRunningOrb()
  onTestFinished(() => orb.dispose())
  const own = await commandLineOf(orb.relay)
  const thread = await orb.newThread()
  const where = ['--orb', orb.orbId, '--thread', thread.threadId]
  const made = perigee(['notes', 'token', ...where, '--name', 'CI', '--state', own.home])
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[\w-]{22}\n$/) as unknown })
  const noted = await orb.relay.ask({
    method: 'POST',
    path: '/api/notes',
    headers: { authorization: `Bearer ${made.stdout.trim()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ noteId: newId(), kind: 'note', text: 'built', value: null }),
  })
  expect(noted.status).toBeLessThan(300)
  await expect
    .poll(async () => (await thread.everything()).map(({ kind, body }) => ({ kind, body })), { timeout: 15_000 })
    .toContainEqual({ kind: 'note', body: { note: 'note', text: 'built', value: null, by: 'CI' } })
})
