import { pino } from 'pino'
import { expect, it } from 'vitest'
import { ADA, NOON, testLedger, TestRunner, type TestLedger } from '../../../tests/support/ledger.ts'
import { makeDevice, testRoster } from '../../../tests/support/roster.ts'
import { openRosters } from '../../devices/rosters.ts'

async function desk(test: TestLedger) {
  await new TestRunner(test.ledger).hello()
  return (deviceId: string, clients: number[], ...bytes: number[]) =>
    test.ledger.appendDesk({ orbId: 'orb-1', deviceId, clients, update: new Uint8Array(bytes), at: NOON })
}

it('keeps updates in order, and compacts them without losing a later one', async () => {
  await using test = await testLedger()
  const append = await desk(test)
  const ids = []
  for (const byte of [1, 2, 3]) {
    const kept = await append('phone', [7], byte)
    if (kept.outcome === 'kept') ids.push(kept.id)
  }
  await test.ledger.compactDesk('orb-1', ids[1]!, new Uint8Array([12]))
  const ledger = await test.reopen()
  const updates = await ledger.deskUpdates('orb-1')
  expect(updates.map(({ id, update }) => [id, ...update])).toEqual([
    [ids[1], 12],
    [ids[2], 3],
  ])
  await ledger.compactDesk('orb-1', 0, new Uint8Array([9]))
  expect(await ledger.deskUpdates('orb-1')).toHaveLength(2)
  expect(await append('phone', [7], 4)).toMatchObject({ outcome: 'kept' })
})

it('lets a Yjs client id belong to the first device that used it, and keeps nothing of a refused update', async () => {
  await using test = await testLedger()
  const append = await desk(test)
  await append('phone', [7], 1)
  expect(await append('laptop', [8, 7], 2)).toEqual({ outcome: 'foreign-client', client: 7 })
  expect(await append('tablet', [8], 3)).toMatchObject({ outcome: 'kept' })
  expect(await test.ledger.deskUpdates('orb-1')).toHaveLength(2)
})

it('knows who wrote, also after the device was removed', async () => {
  await using test = await testLedger()
  const append = await desk(test)
  const rosters = await openRosters({ ledger: test.ledger, log: pino({ level: 'silent' }), now: () => NOON })
  const phone = await makeDevice({ personId: 'me', name: 'You' }, { deviceId: 'phone', name: 'Phone' })
  const roster = await testRoster(phone)
  await rosters.found(roster.entries[0]!)
  await append('phone', [7], 1)
  const leaves = await roster.add({ kind: 'device.revoke', deviceId: 'phone', why: 'signed-out' })
  expect(await rosters.append(leaves, null)).toMatchObject({ outcome: 'appended' })
  expect(await test.ledger.deskWriter('orb-1', 7)).toEqual(ADA)
  expect(await test.ledger.deskWriter('orb-1', 8)).toBeNull()
})

it('is refused for an orb that is not there', async () => {
  await using test = await testLedger()
  const update = { orbId: 'nowhere', deviceId: 'phone', clients: [1], update: new Uint8Array([1]), at: NOON }
  await expect(test.ledger.appendDesk(update)).rejects.toMatchObject({ code: 'not-found' })
})

it('is refused once its orb was removed', async () => {
  await using test = await testLedger()
  const append = await desk(test)
  await append('phone', [7], 1)
  await test.ledger.removeOrb('orb-1', ADA, NOON)
  await expect(append('phone', [7], 2)).rejects.toMatchObject({ code: 'not-found' })
  await expect(test.ledger.deskUpdates('orb-1')).rejects.toMatchObject({ code: 'not-found' })
})
