import { expect, onTestFinished, test } from 'vitest'
import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import { foundingEntry, makeDevice, testRoster, type TestRoster } from '../../tests/support/roster.ts'
import { makeKey } from '../../tests/support/keys.ts'
import { openOrbStore, type OrbStore } from '../spool/orb-store.ts'
import { testFolder } from '../testing/folder.ts'

async function open(folder = testFolder()): Promise<OrbStore> {
  const store = await openOrbStore(folder)
  onTestFinished(() => {
    if (store.db.open) store.close()
  })
  return store
}

/** A roster of this many entries, one device each. */
async function grown(count: number): Promise<TestRoster> {
  const roster = await testRoster()
  while (roster.present.version < count - 1) await addDevice(roster)
  return roster
}

async function addDevice(roster: TestRoster): Promise<RosterEntry> {
  const { device, person } = await makeDevice(roster.owner.person)
  return roster.add({ kind: 'device.add', device, person })
}

async function otherDevice(roster: TestRoster): Promise<RosterEntry> {
  const { device, person } = await makeDevice(roster.owner.person)
  return roster.next({ kind: 'device.add', device, person })
}

test('entries are taken in order, and are there after a restart', async () => {
  const folder = testFolder()
  const first = await open(folder)
  const roster = await grown(3)
  expect(await first.roster.take(roster.entries.slice(0, 2))).toBeNull()
  expect(await first.roster.take(roster.entries)).toBeNull()
  expect(first.roster.head).toMatchObject({ version: 2, hash: roster.present.hash })
  first.close()
  const second = await open(folder)
  expect(second.roster.head).toEqual(first.roster.head)
  expect(second.roster.present?.devices.size).toBe(3)
  expect(second.roster.view).toEqual({ version: 2, firstUse: true, problem: null })
})

test('a first entry that nobody named is believed once, and another one never after it', async () => {
  const { roster: book } = await open()
  const [one, two] = [await grown(1), await grown(2)]
  expect(book.view).toBeNull()
  expect(await book.take(one.entries)).toBeNull()
  expect(await book.take(two.entries)).toMatchObject({ kind: 'other-founding' })
  expect(book.present?.founding).toBe(one.present.founding)
  expect(book.view?.problem).toContain('another first owner')
})

test('the first entry has to be the one that was named out of band', async () => {
  const { roster: book } = await open()
  const [mine, other] = [await grown(1), await grown(1)]
  book.pin(mine.present.founding)
  expect(await book.take(other.entries)).toMatchObject({ kind: 'other-founding' })
  expect(book.present).toBeNull()
  expect(book.view).toMatchObject({ version: null, firstUse: false })
  expect(book.view?.problem).toContain('another first owner')
  expect(await book.take(mine.entries)).toBeNull()
  expect(book.present?.version).toBe(0)
  expect(() => book.pin(other.present.founding)).toThrow('another installation')
})

test('two entries of one version: the first one stays, also after a restart', async () => {
  const folder = testFolder()
  const store = await open(folder)
  const roster = await grown(2)
  const fork = await otherDevice(roster)
  const taken = await addDevice(roster)
  await store.roster.take(roster.entries)
  expect(await store.roster.take([fork])).toMatchObject({ kind: 'fork' })
  expect(store.roster.present?.hash).toBe(roster.present.hash)
  store.close()
  const again = await open(folder)
  expect(await again.roster.take([fork])).toMatchObject({ kind: 'fork' })
  expect(await again.roster.take([taken])).toBeNull()
})

test('an entry that follows another chain than ours is refused', async () => {
  const { roster: book } = await open()
  const roster = await grown(2)
  await book.take(roster.entries)
  const previous = 'f'.repeat(64)
  const { device, person } = await makeDevice(roster.owner.person)
  const entry = await roster.next({ kind: 'device.add', device, person }, undefined, { previous })
  expect(await book.take([entry])).toMatchObject({ kind: 'fork' })
  expect(book.present?.version).toBe(1)
})

test('a relay that holds less, nothing, another end or another beginning is told, and not followed', async () => {
  const { roster: book } = await open()
  const roster = await grown(3)
  await book.take(roster.entries)
  const mine = { founding: roster.present.founding, version: 2, hash: roster.present.hash }
  expect(book.compare(mine)).toBeNull()
  expect(book.compare({ ...mine, version: 5, hash: 'a'.repeat(64) })).toBeNull()
  expect(book.view?.problem).toBeNull()
  expect(book.compare(null)).toMatchObject({ kind: 'rollback' })
  expect(book.compare({ ...mine, version: 1, hash: 'a'.repeat(64) })).toMatchObject({ kind: 'rollback' })
  expect(book.compare({ ...mine, hash: 'a'.repeat(64) })).toMatchObject({ kind: 'fork' })
  expect(book.compare({ ...mine, founding: 'a'.repeat(64) })).toMatchObject({ kind: 'other-founding' })
  expect(await book.take(roster.entries.slice(0, 2))).toMatchObject({ kind: 'rollback' })
  expect(book.present?.version).toBe(2)
  // What a relay got wrong in this way is not made good by what it shows later.
  await addDevice(roster)
  expect(await book.take(roster.entries)).toBeNull()
  expect(book.view).toMatchObject({ version: 3, problem: expect.stringContaining('knows version 2') as string })
})

test('what is left out in between is told, until it comes', async () => {
  const { roster: book } = await open()
  const roster = await grown(4)
  expect(await book.take(roster.entries.slice(1))).toMatchObject({ kind: 'gap' })
  await book.take(roster.entries.slice(0, 2))
  expect(await book.take(roster.entries.slice(3))).toMatchObject({ kind: 'gap' })
  expect(book.view).toMatchObject({ version: 1, problem: expect.stringContaining('entry 3') as string })
  expect(await book.take(roster.entries)).toBeNull()
  expect(book.view).toMatchObject({ version: 3, problem: null })
})

test('several entries are taken as far as they are good', async () => {
  const { roster: book } = await open()
  const roster = await grown(3)
  const [zero, one, two] = roster.entries as [RosterEntry, RosterEntry, RosterEntry]
  const altered = { ...two, at: two.at + 1 }
  expect(await book.take([zero, one, altered])).toMatchObject({
    kind: 'bad-entry',
    sentence: expect.stringContaining('Its signature is not by the key that it names') as string,
  })
  expect(book.present?.version).toBe(1)
})

test('only who owns everything signs: not an observer, not a device that was revoked', async () => {
  const { roster: book } = await open()
  const roster = await grown(1)
  const observer = await makeDevice({ grants: [{ role: 'observer', scope: { kind: 'all' }, expiresAt: null }] })
  await roster.add({ kind: 'device.add', device: observer.device, person: observer.person })
  const lost = await makeDevice(roster.owner.person)
  await roster.add({ kind: 'device.add', device: lost.device, person: lost.person })
  await roster.add({ kind: 'device.revoke', deviceId: lost.device.deviceId, why: 'lost' })
  await book.take(roster.entries)
  const { device, person } = await makeDevice(roster.owner.person)
  for (const by of [observer, lost, await makeDevice()]) {
    const entry = await roster.next({ kind: 'device.add', device, person }, by)
    expect(await book.take([entry])).toMatchObject({ kind: 'bad-entry' })
  }
  expect(book.present?.version).toBe(3)
})

test('a first entry that its own device has not signed is believed by nobody', async () => {
  const { roster: book } = await open()
  const [owner, other] = [await makeDevice(), await makeDevice()]
  const entry = await foundingEntry({ ...other, device: owner.device }, await makeKey())
  expect(await book.take([entry])).toMatchObject({ kind: 'bad-entry' })
  expect(book.founding).toBeNull()
})

test('who waits for a version gets it as soon as it comes, and else what there is', async () => {
  const { roster: book } = await open()
  const roster = await grown(2)
  await book.take(roster.entries.slice(0, 1))
  expect((await book.until(1, 1))?.version).toBe(0)
  const waiting = book.until(1, 60_000)
  await book.take(roster.entries)
  expect((await waiting)?.version).toBe(1)
})
