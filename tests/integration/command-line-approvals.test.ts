import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf } from '../../orb/isolation/account.ts'
import type { Grant } from '../../shared/people/grants.ts'
import { commandLineOf, perigee } from '../support/command-line.ts'
import { startRunningOrb, type RunningOrb } from '../support/running-orb.ts'

let orb: RunningOrb
let home: string

beforeAll(async () => {
  orb = await startRunningOrb()
  ;({ home } = await commandLineOf(orb.relay))
})
afterAll(() => orb.dispose())

/** An approval that a prompt raises, and the file that is there where it was allowed. */
async function asked(script: string): Promise<{ approvalId: string; ended: () => Promise<unknown> }> {
  const thread = await orb.newThread()
  await thread.prompt(`@permit\n${script}`)
  return { approvalId: (await thread.pending()).request.approvalId, ended: () => thread.ended() }
}

const isThere = (name: string): boolean => existsSync(join(orb.workspace, name))

test('what waits is listed, shown whole, allowed by a yes, and done', async () => {
  const { approvalId, ended } = await asked('@write allowed.txt :: some text')
  const inbox = perigee(['inbox', '--state', home])
  expect(inbox.stdout).toContain(approvalId)
  const looked = perigee(['approve', approvalId, '--state', home], 'no\n')
  expect(looked).toMatchObject({ status: 1 })
  expect(looked.stdout).toContain('+ some text')
  expect(looked.stdout).toContain('Approvals are advice on this orb')
  expect(looked.stdout).toContain('Nothing was decided.')
  const allowed = perigee(['approve', approvalId, '--state', home], 'y\n')
  expect(allowed).toMatchObject({ status: 0 })
  expect(allowed.stdout).toContain('Allowed, and signed.\nThe agent has it.')
  await ended()
  expect(isThere('allowed.txt')).toBe(true)
  const again = perigee(['approve', approvalId, '--state', home, '--yes'])
  expect(again.status).toBe(1)
  expect(again.stderr).toContain('It waits no more')
})

test('a denial is signed, with its reason', async () => {
  const { approvalId, ended } = await asked('@write denied.txt :: no')
  const denied = perigee(['deny', approvalId, '--reason', 'too broad', '--yes', '--state', home, '--json'])
  expect(denied).toMatchObject({ status: 0, lines: [{ outcome: 'recorded' }, { effect: 'applied' }] })
  await ended()
  expect(isThere('denied.txt')).toBe(false)
  const view = (await orb.relay.askAs(await orb.relay.owner(), 'GET', `/api/approvals/${approvalId}`)).json()
  expect(view).toMatchObject({
    outcome: 'denied',
    reason: 'too broad',
    signed: true,
    decidedBy: { deviceName: 'Laptop' },
  })
})

test('what is destructive takes the typed word, whatever the flags say', async () => {
  const { approvalId, ended } = await asked('@run rm -rf gone && touch ran.txt')
  for (const input of ['', 'y\n', 'yes\n', 'Allow\n']) {
    const refused = perigee(['approve', approvalId, '--yes', '--state', home], input)
    expect(refused).toMatchObject({ status: 1 })
    expect(refused.stdout).toContain('rm -rf gone && touch ran.txt')
  }
  const allowed = perigee(['approve', approvalId, '--state', home], 'allow\n')
  expect(allowed).toMatchObject({ status: 0 })
  await ended()
  expect(isThere('ran.txt')).toBe(true)
})

test('a command line of the account that the agent runs as decides nothing', async () => {
  const own = await commandLineOf(orb.relay, null, accountOf(process.getuid?.() ?? 0))
  const { approvalId } = await asked('@write own.txt :: no')
  const refused = perigee(['approve', approvalId, '--yes', '--state', own.home])
  expect(refused).toMatchObject({ status: 1 })
  expect(refused.stderr).toContain('runs as the same account as this command line')
  expect(perigee(['inbox', '--state', own.home]).stdout).toContain(approvalId)
  expect(perigee(['deny', approvalId, '--yes', '--state', home]).status).toBe(0)
})

test('who may only look is told so, and decides nothing', async () => {
  const looks: readonly Grant[] = [{ role: 'observer', scope: { kind: 'all' }, expiresAt: null }]
  const { person } = await orb.relay.addPerson('Bob', looks)
  const bob = await commandLineOf(orb.relay, person)
  const { approvalId } = await asked('@write looked.txt :: no')
  const refused = perigee(['approve', approvalId, '--yes', '--state', bob.home])
  expect(refused).toMatchObject({ status: 1 })
  expect(refused.stderr).toContain('You may look here, and not act.')
  const waiting = perigee(['inbox', '--state', home, '--json']).lines
  expect(waiting).toMatchObject([{ request: { approvalId }, outcome: 'pending' }])
  expect(perigee(['deny', approvalId, '--yes', '--state', home]).status).toBe(0)
})

test('a question is answered in the app, and can be denied here', async () => {
  const thread = await orb.newThread()
  await thread.prompt('@ask Which way? | Left | Right')
  const { approvalId } = (await thread.pending()).request
  const refused = perigee(['approve', approvalId, '--yes', '--state', home])
  expect(refused).toMatchObject({ status: 1 })
  expect(refused.stdout).toContain('Which way?')
  expect(perigee(['deny', approvalId, '--yes', '--state', home]).status).toBe(0)
})

test('orbs are listed', () => {
  expect(perigee(['orbs', '--state', home]).stdout).toContain(orb.orbId)
  expect(perigee(['orbs', '--state', home, '--json']).lines).toMatchObject([{ orbId: orb.orbId, isolation: 'none' }])
})
