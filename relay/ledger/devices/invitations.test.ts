import { expect, it } from 'vitest'
import { INVITATION_MS, PAIRING_MS, WRONG_CODES, type JoiningDevice } from '../../../shared/devices/pairing.ts'
import type { RosterEntry } from '../../../shared/devices/roster-entry.ts'
import { NOON, testLedger, type TestLedger } from '../../../tests/support/ledger.ts'
import { makeDevice, type TestDevice } from '../../../tests/support/roster.ts'
import type { JoinRecord } from './device-ledger.ts'
import { keptRoster, type KeptRoster } from './testing.ts'

interface Stage {
  readonly test: TestLedger
  readonly kept: KeptRoster
  readonly phone: TestDevice
  /** Opens an invitation of the owner's device. */
  open(invitationId: string, byDevice?: string): Promise<'opened' | 'too-many'>
  /** The phone asks, by link where nothing else is said. */
  join(by: JoinRecord['by'], at?: number, tokenSha256?: string): ReturnType<TestLedger['ledger']['requestJoin']>
  stateOf(invitationId: string, at?: number): Promise<string | undefined>
  /** The entry that lets the phone in. */
  adding(device?: TestDevice): Promise<RosterEntry>
}

async function stage(test: TestLedger): Promise<Stage> {
  const kept = await keptRoster(test)
  const { owner } = kept.roster
  const phone = await makeDevice(owner.person, { name: 'Phone' })
  const { personId: _, ...device } = phone.device
  return {
    test,
    kept,
    phone,
    open: (invitationId, byDevice = owner.device.deviceId) =>
      test.ledger.openInvitation({
        invitationId,
        ticketHash: 'ticket-' + invitationId,
        codeHash: 'code-' + invitationId,
        commit: 'commit-' + invitationId,
        byDevice,
        at: NOON,
        expiresAt: NOON + INVITATION_MS,
      }),
    join: (by, at = NOON, tokenSha256 = 'token') =>
      test.ledger.requestJoin({
        by,
        claim: { device: device satisfies JoiningDevice, commit: 'new-commit', mac: null, address: '203.0.113.9' },
        tokenSha256,
        at,
        expiresAt: at + PAIRING_MS,
      }),
    stateOf: async (invitationId, at = NOON) => (await test.ledger.invitation(invitationId, at))?.state,
    adding: (who = phone) => kept.roster.next({ kind: 'device.add', device: who.device, person: who.person }),
  }
}

const link = (invitationId: string) => ({ invitationId, ticketHash: 'ticket-' + invitationId })
const code = (invitationId: string) => ({ codeHash: 'code-' + invitationId })
const reveal = (invitationId: string, side: 'owner' | 'new', at = NOON) => ({ invitationId, side, nonce: side, at })

it('goes from an invitation to a device, each step once and in its order', async () => {
  await using test = await testLedger()
  const { open, join, stateOf, kept, adding } = await stage(test)
  expect(await open('a')).toBe('opened')
  expect(await join(link('a'))).toMatchObject({ state: 'requested', expiresAt: NOON + PAIRING_MS, ownerNonce: null })
  expect(await join(link('a'), NOON, 'second')).toBeNull()
  expect(await join(code('a'), NOON, 'third')).toBeNull()
  expect(await test.ledger.revealNonce(reveal('a', 'new'))).toBe(false)
  expect(await kept.keep(await adding(), 'a')).toBe('no-invitation')
  expect(await test.ledger.revealNonce(reveal('a', 'owner'))).toBe(true)
  expect(await test.ledger.revealNonce(reveal('a', 'owner'))).toBe(false)
  expect(await kept.keep(await adding(), 'a')).toBe('no-invitation')
  expect(await test.ledger.revealNonce(reveal('a', 'new'))).toBe(true)
  const ledger = await test.reopen()
  expect(await ledger.invitationOfToken('token', NOON)).toMatchObject({
    state: 'answered',
    ownerNonce: 'owner',
    newNonce: 'new',
  })
  expect(await ledger.roster()).toHaveLength(1)
  const entry = await adding()
  expect(await ledger.appendRoster({ entry, hash: 'h', invitationId: 'a', at: NOON })).toBe('appended')
  expect(await stateOf('a')).toBe('confirmed')
  expect(await ledger.burnInvitation('a')).toBe(false)
})

it('confirms no other device, key, name or account than the one that asked, and by no other device', async () => {
  await using test = await testLedger()
  const { open, join, kept, phone } = await stage(test)
  await open('a')
  await join(link('a'))
  await test.ledger.revealNonce(reveal('a', 'owner'))
  await test.ledger.revealNonce(reveal('a', 'new'))
  const { roster } = kept
  const stranger = await makeDevice()
  for (const changed of [
    { key: stranger.key },
    { deviceId: 'other' },
    { name: 'Someone else’s phone' },
    { kind: 'command-line' as const },
    { account: 'a'.repeat(64) },
  ]) {
    const device = { ...phone.device, ...changed }
    const entry = await roster.next({ kind: 'device.add', device, person: phone.person })
    expect(await kept.keep(entry, 'a')).toBe('no-invitation')
  }
  expect(await kept.keep(await roster.next({ kind: 'person.set', person: phone.person }), 'a')).toBe('no-invitation')
  const laptop = await kept.addDevice('Laptop')
  const byLaptop = await roster.next({ kind: 'device.add', device: phone.device, person: phone.person }, laptop)
  expect(await kept.keep(byLaptop, 'a')).toBe('no-invitation')
  expect(await test.ledger.roster()).toHaveLength(2)
})

it('burns every code after five wrong ones, and leaves the links', async () => {
  await using test = await testLedger()
  const { open, join, stateOf } = await stage(test)
  await open('a')
  await open('b')
  for (let tries = 1; tries < WRONG_CODES; tries += 1) await join({ codeHash: 'wrong-' + tries })
  await open('fresh')
  await join({ codeHash: 'wrong-again' })
  expect(await join(code('a'), NOON, 'by-code')).toBeNull()
  expect(await join(code('b'), NOON, 'by-code')).toBeNull()
  expect(await join(code('fresh'), NOON, 'fresh')).not.toBeNull()
  expect(await join(link('a'))).toMatchObject({ state: 'requested' })
  expect(await stateOf('b', NOON + INVITATION_MS)).toBe('burned')
})

it('is over when its time is up, whether it was swept or not', async () => {
  await using test = await testLedger()
  const { open, join, stateOf, kept, adding } = await stage(test)
  await open('a')
  await open('b')
  expect(await stateOf('a', NOON + INVITATION_MS)).toBe('expired')
  expect(await join(link('a'), NOON + INVITATION_MS)).toBeNull()
  const late = NOON + INVITATION_MS - 1
  expect(await join(link('a'), late)).not.toBeNull()
  const end = late + PAIRING_MS
  expect(await test.ledger.revealNonce(reveal('a', 'owner', end))).toBe(false)
  expect(await test.ledger.revealNonce(reveal('a', 'owner', end - 1))).toBe(true)
  expect(await test.ledger.revealNonce(reveal('a', 'new', end - 1))).toBe(true)
  expect(await kept.keep(await adding(), 'a', end)).toBe('no-invitation')
  expect(await test.ledger.expireDue(NOON)).toBe(NOON + INVITATION_MS)
  expect(await test.ledger.expireDue(NOON + INVITATION_MS)).toBe(end)
  expect(await test.ledger.expireDue(end)).toBeNull()
  expect([await stateOf('a'), await stateOf('b')]).toEqual(['expired', 'expired'])
  await test.ledger.expireDue(end + 60 * 60_000)
  expect([await stateOf('a'), await stateOf('b')]).toEqual([undefined, undefined])
})

it('burns what was withdrawn or refused, at any step before the end', async () => {
  await using test = await testLedger()
  const { open, join, stateOf, kept, adding } = await stage(test)
  await open('a')
  await join(link('a'))
  await test.ledger.revealNonce(reveal('a', 'owner'))
  await test.ledger.revealNonce(reveal('a', 'new'))
  expect(await test.ledger.burnInvitation('a')).toBe(true)
  expect(await test.ledger.burnInvitation('a')).toBe(false)
  expect(await stateOf('a')).toBe('burned')
  expect(await kept.keep(await adding(), 'a')).toBe('no-invitation')
})

it('ends with the device that made it, and a device has a handful at once', async () => {
  await using test = await testLedger()
  const { open, stateOf, kept } = await stage(test)
  const { deviceId } = (await kept.addDevice('Laptop')).device
  await open('of-laptop', deviceId)
  for (const id of ['1', '2', '3', '4', '5']) expect(await open(id)).toBe('opened')
  expect(await open('6')).toBe('too-many')
  await test.ledger.burnInvitation('3')
  expect(await open('6')).toBe('opened')
  await kept.keep(await kept.roster.add({ kind: 'device.revoke', deviceId, why: 'lost' }))
  expect([await stateOf('of-laptop'), await stateOf('1')]).toEqual(['burned', 'open'])
})
