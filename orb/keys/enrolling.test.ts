import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EnrolmentString } from '../../shared/devices/enrolment.ts'
import { testEnrolment } from '../../tests/support/enrolment.ts'
import { testRoster } from '../../tests/support/roster.ts'
import { openOrbStore, type OrbStore } from '../spool/orb-store.ts'
import { testFolder } from '../testing/folder.ts'

async function open(folder: string, given: EnrolmentString | null = null): Promise<OrbStore> {
  const store = await openOrbStore(folder, given)
  onTestFinished(() => {
    if (store.db.open) store.close()
  })
  return store
}

test('an enrolment is kept for its user alone, shown until it is used, and then without its secret', async () => {
  const folder = testFolder()
  const roster = await testRoster()
  const given = await testEnrolment(roster)
  const first = await open(folder, given)
  const path = join(folder, 'enrolment.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(first.roster.founding).toBe(roster.present.founding)
  expect(first.enrolment.relay).toBe(given.relay)
  first.close()

  const second = await open(folder)
  expect(second.enrolment.toShow).toEqual({ enrolment: given.enrolment, secret: given.secret })
  second.enrolment.used()
  expect(second.enrolment.toShow).toBeNull()
  expect(readFileSync(path, 'utf8')).not.toContain(given.secret)
  second.close()

  // The same word again, as out of a shell's history, does not bring it back.
  const third = await open(folder, given)
  expect(third.enrolment.toShow).toBeNull()
  expect(third.enrolment.enrolment).toEqual(given.enrolment)
})

test('an enrolment for a higher generation keeps the orb, raises it and begins a new stream', async () => {
  const folder = testFolder()
  const roster = await testRoster()
  const first = await open(folder, await testEnrolment(roster))
  const { identity, generation } = first
  const { stream } = first.spool
  expect(generation).toBe(1)
  first.close()

  const again = await testEnrolment(roster, { orbId: identity.orbId, generation: 3 })
  const second = await open(folder, again)
  expect([second.identity.orbId, second.identity.publicKey]).toEqual([identity.orbId, identity.publicKey])
  expect(second.generation).toBe(3)
  expect(second.spool.stream).not.toBe(stream)
  expect(second.enrolment.toShow?.enrolment).toEqual(again.enrolment)
  const raised = second.spool.stream
  second.close()

  const third = await open(folder, again)
  expect([third.generation, third.spool.stream]).toEqual([3, raised])
  third.close()
  const lower = await testEnrolment(roster, { orbId: identity.orbId, generation: 2 })
  await expect(openOrbStore(folder, lower)).rejects.toThrow('generation 2 of this orb, which is at 3')
})

test('an orb whose key is gone gets a new one by an enrolment of its own, and by no other', async () => {
  const folder = testFolder()
  const roster = await testRoster()
  const first = await open(folder, await testEnrolment(roster))
  const { orbId, publicKey } = first.identity
  first.close()
  rmSync(join(folder, 'orb.key'))
  await expect(openOrbStore(folder)).rejects.toThrow('key is gone')
  await expect(openOrbStore(folder, await testEnrolment(roster))).rejects.toThrow('key is gone')
  const second = await open(folder, await testEnrolment(roster, { orbId }))
  expect(second.identity.orbId).toBe(orbId)
  expect(second.identity.publicKey).not.toBe(publicKey)
})

test('an enrolment of an orb for the generation that it is in gives it a new key, once', async () => {
  const folder = testFolder()
  const roster = await testRoster()
  const first = await open(folder, await testEnrolment(roster))
  const { orbId, publicKey } = first.identity
  const { stream } = first.spool
  first.close()
  const foreign = await testEnrolment(await testRoster(), { orbId })
  await expect(openOrbStore(folder, foreign)).rejects.toThrow('another installation')
  const rotation = await testEnrolment(roster, { orbId })
  const second = await open(folder, rotation)
  expect([second.identity.orbId, second.spool.stream]).toEqual([orbId, stream])
  expect(second.identity.publicKey).not.toBe(publicKey)
  const renewed = second.identity.publicKey
  second.close()
  expect((await open(folder, rotation)).identity.publicKey).toBe(renewed)
})

test('a new machine takes over an orb with a key of its own', async () => {
  const taken = await open(testFolder(), await testEnrolment(await testRoster(), { orbId: 'orb-1', generation: 2 }))
  expect([taken.identity.orbId, taken.generation]).toEqual(['orb-1', 2])
})

test('an enrolment for another orb, or by another installation, changes nothing', async () => {
  const folder = testFolder()
  const roster = await testRoster()
  const given = await testEnrolment(roster)
  const first = await open(folder, given)
  const { orbId, publicKey } = first.identity
  first.close()
  const other = await testEnrolment(roster, { orbId: 'other' })
  await expect(openOrbStore(folder, other)).rejects.toThrow('for another orb')
  const foreign = await testEnrolment(await testRoster())
  await expect(openOrbStore(folder, foreign)).rejects.toThrow('another installation')
  const still = await open(folder)
  expect([still.identity.orbId, still.identity.publicKey]).toEqual([orbId, publicKey])
  expect(still.roster.founding).toBe(roster.present.founding)
  expect(still.enrolment.enrolment).toEqual(given.enrolment)
})

test('an orb that believed the first roster it saw is told out of band that it was the right one', async () => {
  const folder = testFolder()
  const roster = await testRoster()
  const first = await open(folder)
  await first.roster.take(roster.entries)
  expect(first.roster.view).toMatchObject({ firstUse: true })
  first.close()
  const second = await open(folder, await testEnrolment(roster))
  expect(second.roster.view).toMatchObject({ version: 0, firstUse: false })
})
