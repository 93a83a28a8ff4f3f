import { expect, test } from 'vitest'
import type { Roster } from '../../../shared/devices/roster.ts'
import type { Grant, Person } from '../../../shared/people/grants.ts'
import { draftOf, grantOf, isLastOwnerDevice, leavesNobody, NEW_GRANT } from './edit-grants.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const OWNER: Grant = { role: 'owner', scope: { kind: 'all' }, expiresAt: null }

test('a draft without the orb or the thread that it is about is no grant yet', () => {
  expect(grantOf({ ...NEW_GRANT, where: 'orb' }, NOW)).toBe('orb')
  expect(grantOf({ ...NEW_GRANT, where: 'thread', orbId: 'o' }, NOW)).toBe('thread')
})

test('a stretch of time counts from now on, and a picked moment has to be ahead', () => {
  expect(grantOf({ ...NEW_GRANT, until: 'hour' }, NOW)).toMatchObject({ expiresAt: NOW + 3_600_000 })
  expect(grantOf({ ...NEW_GRANT, until: 'picked', picked: '2026-01-01T00:00' }, NOW)).toBe('time')
  expect(grantOf({ ...NEW_GRANT, until: 'picked', picked: '' }, NOW)).toBe('time')
})

test('owning everything never ends, whatever the form still holds', () => {
  expect(grantOf({ ...NEW_GRANT, role: 'owner', until: 'hour' }, NOW)).toEqual(OWNER)
  const ofOneOrb = { ...NEW_GRANT, role: 'owner', where: 'orb', orbId: 'o', until: 'hour' } as const
  expect(grantOf(ofOneOrb, NOW)).toMatchObject({ expiresAt: NOW + 3_600_000 })
})

test('a grant comes back from its form as it was, to the minute', () => {
  const grant: Grant = {
    role: 'operator',
    scope: { kind: 'thread', orbId: 'o', threadId: 't' },
    expiresAt: NOW + 90 * 60_000,
  }
  expect(grantOf(draftOf(grant), NOW)).toEqual(grant)
  expect(grantOf(draftOf(OWNER), NOW)).toEqual(OWNER)
})

function roster(people: readonly Person[], devices: readonly (readonly [string, string, number | null])[]): Roster {
  const key = { alg: 'p256', point: 'B' } as const
  return {
    version: devices.length,
    hash: '',
    founding: '',
    party: null,
    recoveryKey: key,
    people: new Map(people.map((person) => [person.personId, person])),
    devices: new Map(
      devices.map(([deviceId, personId, revokedIn]) => [
        deviceId,
        {
          deviceId,
          personId,
          name: deviceId,
          kind: 'browser',
          key,
          account: null,
          addedAt: 0,
          revokedAt: revokedIn,
          revokedIn,
        },
      ]),
    ),
  }
}

test('the last owner with a device cannot be lost unnoticed', () => {
  const ada = { personId: 'ada', name: 'Ada', grants: [OWNER] }
  const ben = { personId: 'ben', name: 'Ben', grants: [OWNER] }
  const none = { ...ada, grants: [] }
  // Ben owns too, but has no device that counts.
  const alone = roster(
    [ada, ben],
    [
      ['a', 'ada', null],
      ['b', 'ben', 3],
    ],
  )
  expect(leavesNobody(alone, none)).toBe(true)
  expect(isLastOwnerDevice(alone, 'a')).toBe(true)
  const both = roster(
    [ada, ben],
    [
      ['a', 'ada', null],
      ['b', 'ben', null],
    ],
  )
  expect(leavesNobody(both, none)).toBe(false)
  expect(isLastOwnerDevice(both, 'a')).toBe(false)
})
