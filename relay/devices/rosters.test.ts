import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Roster } from '../../shared/devices/roster.ts'
import { NOON, testLedger, type TestLedger } from '../../tests/support/ledger.ts'
import { makeDevice, testRoster } from '../../tests/support/roster.ts'
import type { RosterAppend } from '../ledger/devices/device-ledger.ts'
import { openRosters, type Rosters } from './rosters.ts'

const log = pino({ level: 'silent' })
const now = () => NOON

const open = ({ ledger }: TestLedger): Promise<Rosters> => openRosters({ ledger, log, now })

it('founds a roster once, whoever comes first', async () => {
  await using test = await testLedger()
  const rosters = await open(test)
  expect(rosters.present).toBeNull()
  expect(rosters.grantsOf('anybody')).toEqual([])
  const [ada, eve] = [await testRoster(), await testRoster()]
  const [first, second] = await Promise.all(
    [ada, eve].map((one) => rosters.found(one.entries[0] as (typeof one.entries)[0])),
  )
  expect(first).toEqual({ outcome: 'appended', version: 0, hash: ada.present.hash })
  expect(second).toEqual({ outcome: 'conflict', version: 0, hash: ada.present.hash })
  expect(rosters.present).toEqual(ada.present)
  expect(rosters.grantsOf(ada.owner.person.personId)).toEqual(ada.owner.person.grants)
  expect((await open(test)).present).toEqual(ada.present)
})

it('takes entries one at a time, tells them in order, and answers the same to the same', async () => {
  await using test = await testLedger()
  const rosters = await open(test)
  const roster = await testRoster()
  const told: number[] = []
  rosters.subscribe(({ version }) => told.push(version))
  await rosters.found(roster.entries[0] as (typeof roster.entries)[0])
  const devices = [await makeDevice(roster.owner.person), await makeDevice(roster.owner.person)]
  const [one, two] = devices.map(({ device, person }) => roster.next({ kind: 'device.add', device, person }))
  const [first, second] = [await one, await two] as [Awaited<typeof one>, Awaited<typeof two>]
  if (first === undefined || second === undefined) throw new Error('there are two')
  const outcomes = await Promise.all([rosters.append(first, null), rosters.append(second, null)])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['appended', 'conflict'])
  expect(await rosters.append(first, null)).toEqual(outcomes[0])
  expect(await rosters.append({ ...first, signature: second.signature }, null)).toMatchObject({ outcome: 'appended' })
  expect(rosters.entriesAfter(-1)).toEqual([roster.entries[0], first])
  expect(rosters.entriesAfter(0)).toEqual([first])
  expect(told).toEqual([0, 1])
})

it('refuses what the roster’s rules refuse, and says why', async () => {
  await using test = await testLedger()
  const rosters = await open(test)
  const roster = await testRoster()
  const stranger = await makeDevice()
  const before = await roster.next({ kind: 'person.set', person: stranger.person })
  expect(await rosters.append(before, null)).toMatchObject({ outcome: 'refused', problem: 'no-founding' })
  await rosters.found(roster.entries[0] as (typeof roster.entries)[0])
  const forged = await roster.next({ kind: 'person.set', person: stranger.person }, stranger)
  expect(await rosters.append(forged, null)).toMatchObject({ outcome: 'refused', problem: 'unknown-signer' })
  const unasked = await roster.next({ kind: 'device.add', device: stranger.device, person: stranger.person })
  expect(await rosters.append(unasked, 'no-such-invitation')).toMatchObject({ problem: 'no-invitation' })
  expect(rosters.present).toEqual(roster.present)
  expect(await test.ledger.roster()).toHaveLength(1)
})

it('revokes before the commit, and goes back where the commit fails', async () => {
  await using test = await testLedger()
  const roster = await testRoster()
  const laptop = await makeDevice(roster.owner.person)
  const held: { release?: () => void } = {}
  const ledger = {
    roster: () => test.ledger.roster(),
    appendRoster: async (append: RosterAppend) => {
      if (append.entry.change.kind !== 'device.revoke') return test.ledger.appendRoster(append)
      await new Promise<void>((resolve) => (held.release = resolve))
      throw new Error('the disk is gone')
    },
  }
  const rosters = await openRosters({ ledger, log, now })
  await rosters.found(roster.entries[0] as (typeof roster.entries)[0])
  await rosters.append(await roster.add({ kind: 'device.add', device: laptop.device, person: laptop.person }), null)
  const seen: Roster[] = []
  rosters.subscribe((present) => seen.push(present))
  const revoke = await roster.next({ kind: 'device.revoke', deviceId: laptop.device.deviceId, why: 'lost' })
  const revoking = rosters.append(revoke, null)
  await expect.poll(() => rosters.present?.version).toBe(2)
  expect(rosters.present?.devices.get(laptop.device.deviceId)?.revokedIn).toBe(2)
  expect(rosters.entriesAfter(1)).toEqual([])
  await expect.poll(() => held.release).toBeDefined()
  held.release?.()
  await expect(revoking).rejects.toThrow('the disk is gone')
  expect(rosters.present?.version).toBe(1)
  expect(seen).toEqual([])
})

it('does not start on a ledger whose roster was altered', async () => {
  await using test = await testLedger()
  const roster = await testRoster()
  const entry = roster.entries[0] as (typeof roster.entries)[0]
  const altered = { ...entry, at: entry.at + 1 }
  await test.ledger.appendRoster({ entry: altered, hash: 'h', invitationId: null, at: NOON })
  await expect(open(test)).rejects.toThrow('was altered')
})
