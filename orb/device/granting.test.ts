import { expect, test } from 'vitest'
import type { Roster } from '../../shared/devices/roster.ts'
import type { Grant, Person } from '../../shared/people/grants.ts'
import { governorOf, personToBe } from './granting.ts'

const OWNER: Grant = { role: 'owner', scope: { kind: 'all' }, expiresAt: null }
const OF_ORB: Grant = { role: 'operator', scope: { kind: 'orb', orbId: 'o1' }, expiresAt: null }

function rosterOf(...people: Person[]): Roster {
  const key = { alg: 'p256' as const, point: 'B' + 'a'.repeat(86) }
  const device = { deviceId: 'd1', name: 'Laptop', personId: 'ada', kind: 'command-line' as const, key, account: null }
  const member = { ...device, addedAt: 0, revokedAt: null, revokedIn: null }
  return {
    version: 0,
    hash: 'h',
    founding: 'h',
    party: null,
    recoveryKey: key,
    devices: new Map([['d1', member]]),
    people: new Map(people.map((person) => [person.personId, person])),
  }
}

const ADA: Person = { personId: 'ada', name: 'Ada', grants: [OWNER] }
const BOB: Person = { personId: 'bob', name: 'Bob', grants: [OF_ORB] }

test('a new person has the grant that they are given', () => {
  const person = personToBe(rosterOf(ADA), 'Eve', OF_ORB)
  expect(person).toMatchObject({ name: 'Eve', grants: [OF_ORB] })
})

test('a new person needs a grant', () => {
  expect(() => personToBe(rosterOf(ADA), 'Eve', null)).toThrow('Say their role with --role.')
})

test('a known person keeps what they have, by name and by id', () => {
  expect(personToBe(rosterOf(ADA, BOB), 'Bob', null)).toEqual(BOB)
  const elsewhere: Grant = { ...OF_ORB, scope: { kind: 'orb', orbId: 'o2' } }
  expect(personToBe(rosterOf(ADA, BOB), 'bob', elsewhere).grants).toEqual([OF_ORB, elsewhere])
})

test('a higher role takes the place of a lower one', () => {
  const higher: Grant = { ...OF_ORB, role: 'owner' }
  expect(personToBe(rosterOf(BOB), 'Bob', higher).grants).toEqual([higher])
})

test.each<Grant>([
  { ...OF_ORB, role: 'observer' },
  { ...OF_ORB, expiresAt: 5 },
])('a device that is added takes no right away: %j', (grant) => {
  expect(() => personToBe(rosterOf(BOB), 'Bob', grant)).toThrow('They have more there already')
})

test('two people of one name are told apart by id', () => {
  const other = { ...BOB, personId: 'bob2' }
  expect(() => personToBe(rosterOf(BOB, other), 'Bob', null)).toThrow('bob, bob2')
  expect(personToBe(rosterOf(BOB, other), 'bob2', null)).toEqual(other)
})

test('only who owns everything governs', () => {
  expect(governorOf(rosterOf(ADA), 'd1')).toEqual(ADA)
  expect(() => governorOf(rosterOf({ ...ADA, grants: [OF_ORB] }), 'd1')).toThrow('Only an owner')
  expect(() => governorOf(rosterOf(ADA), 'd2')).toThrow('Only an owner')
})
