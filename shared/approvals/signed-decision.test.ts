import { beforeAll, describe, expect, test } from 'vitest'
import { makeDevice, testRoster, type TestDevice, type TestRoster } from '../../tests/support/roster.ts'
import type { Grant } from '../people/grants.ts'
import { decisionText, standingOf, type GivenDecision } from './signed-decision.ts'

const NOW = 1_700_000_000_000
const ACCOUNT = 'a'.repeat(64)
const UNSIGNED = {
  orbId: 'orb',
  threadId: 'thread',
  approvalId: 'approval',
  generation: 2,
  nonce: 'nonce',
  digest: 'd'.repeat(64),
  verdict: 'allow',
  optionId: 'yes',
  contentHash: 'c'.repeat(64),
  rosterVersion: 1,
} as const

let roster: TestRoster
let olga: TestDevice

const grant = (role: Grant['role'], scope: Grant['scope'], expiresAt: number | null = null): Grant => ({
  role,
  scope,
  expiresAt,
})

async function joined(grants: Grant[], device: object = {}): Promise<TestDevice> {
  const made = await makeDevice({ name: 'Olga', grants }, device)
  await roster.add({ kind: 'device.add', device: made.device, person: made.person })
  return made
}

beforeAll(async () => {
  roster = await testRoster()
  olga = await joined([grant('operator', { kind: 'orb', orbId: 'orb' })])
})

async function decided(by: TestDevice, change: Partial<GivenDecision> = {}): Promise<GivenDecision> {
  const decision = { ...UNSIGNED, deviceId: by.device.deviceId, signature: null, ...change }
  return { ...decision, signature: await by.sign(decisionText(decision)) }
}

async function reasonOf(decision: GivenDecision, account: string | null = null, at = NOW): Promise<string> {
  const standing = await standingOf(roster.present, decision, account, at)
  return standing.standing === 'counts' ? 'counts' : standing.reason
}

test('a signed decision of somebody who may decide counts', async () => {
  expect(await reasonOf(await decided(olga))).toBe('counts')
  expect(await reasonOf(await decided(roster.owner))).toBe('counts')
  expect(await reasonOf(await decided(olga, { optionId: null, verdict: 'deny', rosterVersion: 0 }))).toBe('counts')
})

test('what is signed is written down', () => {
  expect(decisionText(UNSIGNED)).toBe(
    `perigee-decision-v1\n{"approvalId":"approval","contentHash":"${UNSIGNED.contentHash}","digest":"${UNSIGNED.digest}",` +
      '"generation":2,"nonce":"nonce","optionId":"yes","orbId":"orb","rosterVersion":1,"verdict":"allow"}',
  )
})

describe('a decision does not count', () => {
  test.each<[string, Partial<GivenDecision>]>([
    ['orb', { orbId: 'other' }],
    ['approval', { approvalId: 'other' }],
    ['generation', { generation: 3 }],
    ['nonce', { nonce: 'other' }],
    ['digest', { digest: 'e'.repeat(64) }],
    ['verdict', { verdict: 'deny' }],
    ['option', { optionId: 'no' }],
    ['option, or none', { optionId: null }],
    ['answer or reason', { contentHash: 'e'.repeat(64) }],
    ['roster version', { rosterVersion: 0 }],
    ['option that no device can have signed', { optionId: '\ud800' }],
  ])('for another %s than was signed', async (_what, change) => {
    expect(await reasonOf({ ...(await decided(roster.owner)), ...change })).toBe('bad-signature')
  })

  test('without a signature, or with that of somebody else', async () => {
    const decision = await decided(olga)
    expect(await reasonOf({ ...decision, signature: null })).toBe('unsigned')
    expect(await reasonOf({ ...decision, signature: '' })).toBe('bad-signature')
    expect(await reasonOf({ ...decision, deviceId: roster.owner.device.deviceId })).toBe('bad-signature')
    expect(await reasonOf(await decided(await makeDevice()))).toBe('unknown-device')
  })

  test('by a roster that is newer than the one that is known', async () => {
    const { version } = roster.present
    expect(await reasonOf(await decided(olga, { rosterVersion: version }))).toBe('counts')
    expect(await reasonOf(await decided(olga, { rosterVersion: version + 1 }))).toBe('roster-behind')
  })

  test('by a revoked device, also where it was signed before', async () => {
    const lost = await joined([grant('operator', { kind: 'all' })])
    const decision = await decided(lost)
    expect(await reasonOf(decision)).toBe('counts')
    await roster.add({ kind: 'device.revoke', deviceId: lost.device.deviceId, why: 'lost' })
    expect(await reasonOf(decision)).toBe('revoked')
  })

  test.each<[string, Grant[]]>([
    ['no grant', []],
    ['a look', [grant('observer', { kind: 'all' })]],
    ['another orb', [grant('operator', { kind: 'orb', orbId: 'other' })]],
    ['another thread', [grant('operator', { kind: 'thread', orbId: 'orb', threadId: 'other' })]],
    ['a time that is over', [grant('operator', { kind: 'all' }, NOW)]],
  ])('by a person with %s', async (_what, grants) => {
    expect(await reasonOf(await decided(await joined(grants)))).toBe('no-grant')
  })

  test('by a person whose grants were taken since', async () => {
    const bob = await joined([grant('operator', { kind: 'all' })])
    const decision = await decided(bob)
    expect(await reasonOf(decision)).toBe('counts')
    await roster.add({ kind: 'person.set', person: { ...bob.person, grants: [] } })
    expect(await reasonOf(decision)).toBe('no-grant')
  })

  test('on the command line of the account that the agent runs as', async () => {
    const line = await joined([grant('owner', { kind: 'all' })], { kind: 'command-line', account: ACCOUNT })
    const decision = await decided(line)
    expect(await reasonOf(decision, ACCOUNT)).toBe('own-account')
    expect(await reasonOf(decision, 'b'.repeat(64))).toBe('counts')
    expect(await reasonOf(decision, null)).toBe('counts')
    expect(await reasonOf(await decided(olga), ACCOUNT)).toBe('counts')
  })
})

test('a grant for one thread decides there until it ends', async () => {
  const guest = await joined([grant('operator', { kind: 'thread', orbId: 'orb', threadId: 'thread' }, NOW + 10)])
  expect(await reasonOf(await decided(guest))).toBe('counts')
  expect(await reasonOf(await decided(guest), null, NOW + 10)).toBe('no-grant')
})
