import { expect, test } from 'vitest'
import { testRoster } from '../../tests/support/roster.ts'
import { standingOfPin, type Pin } from './pin.ts'

const person = { personId: 'bob', name: 'Bob', grants: [] }

async function rosterOf(entries: number): ReturnType<typeof testRoster> {
  const roster = await testRoster()
  for (let at = 1; at < entries; at++) {
    await roster.add({ kind: 'person.set', person: { ...person, name: `Bob ${at}` } })
  }
  return roster
}

test('a roster that goes on from what was seen is believed, and one that does not is not', async () => {
  const short = await rosterOf(1)
  const long = await rosterOf(3)
  const pin: Pin = {
    founding: long.present.founding,
    seen: { version: long.present.version, hash: long.present.hash },
  }
  expect(await standingOfPin(pin, long.present, long.entries)).toBe('goes-on')
  expect(await standingOfPin({ ...pin, seen: null }, long.present, long.entries)).toBe('goes-on')
  expect(await standingOfPin(pin, short.present, short.entries)).toBe('other')
  expect(await standingOfPin(pin, long.present, long.entries.slice(0, 2))).toBe('behind')
  const forged: Pin = { ...pin, seen: { version: 1, hash: 'a'.repeat(64) } }
  expect(await standingOfPin(forged, long.present, long.entries)).toBe('forked')
})
