import { expect, it } from 'vitest'
import { ADA, NOON, testLedger, TestRunner } from '../../../tests/support/ledger.ts'

const sha256 = 'a'.repeat(64)
const blob = { orbId: 'orb-1', sha256, bytes: 5, threadId: null, at: NOON }

it('lets only the orb that handed a blob in read it, however often it comes', async () => {
  await using test = await testLedger()
  await new TestRunner(test.ledger, 'orb-1').hello()
  await new TestRunner(test.ledger, 'orb-2').hello()
  await test.ledger.recordBlob(blob)
  await test.ledger.recordBlob({ ...blob, at: NOON + 1 })
  expect(await test.ledger.hasBlob('orb-1', sha256)).toBe(true)
  expect(await test.ledger.hasBlob('orb-2', sha256)).toBe(false)
  expect(await test.ledger.threadsOfBlob('orb-1', sha256)).toEqual([])
  await expect(test.ledger.recordBlob({ ...blob, orbId: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' })
})

it('adds each thread that a blob is handed in for, though its bytes are here already', async () => {
  await using test = await testLedger()
  const runner = new TestRunner(test.ledger, 'orb-1')
  await runner.hello()
  await runner.send(runner.event('t1', 'a', 'close', {}), runner.event('t2', 'b', 'close', {}))
  for (const threadId of ['t1', null, 't2', 't1']) await test.ledger.recordBlob({ ...blob, threadId })
  expect((await test.ledger.threadsOfBlob('orb-1', sha256)).toSorted()).toEqual(['t1', 't2'])
  const reopened = await test.reopen()
  expect((await reopened.threadsOfBlob('orb-1', sha256)).toSorted()).toEqual(['t1', 't2'])
  await reopened.removeOrb('orb-1', ADA, NOON)
  expect(await reopened.threadsOfBlob('orb-1', sha256)).toEqual([])
})

it('keeps a blob that comes before its thread, and finds it there as soon as the thread is known', async () => {
  await using test = await testLedger()
  const runner = new TestRunner(test.ledger, 'orb-1')
  await runner.hello()
  await test.ledger.recordBlob({ ...blob, threadId: 't1' })
  expect(await test.ledger.hasBlob('orb-1', sha256)).toBe(true)
  expect(await test.ledger.threadsOfBlob('orb-1', sha256)).toEqual([])
  await runner.send(runner.event('t1', 'a', 'close', {}))
  expect(await test.ledger.threadsOfBlob('orb-1', sha256)).toEqual(['t1'])
})

it("puts nothing into another orb's thread, whichever of the two comes first", async () => {
  await using test = await testLedger()
  await new TestRunner(test.ledger, 'orb-1').hello()
  const other = new TestRunner(test.ledger, 'orb-2')
  await other.hello()
  await other.send(other.event('known', 'a', 'close', {}))
  for (const threadId of ['known', 'later']) await test.ledger.recordBlob({ ...blob, threadId })
  await other.send(other.event('later', 'b', 'close', {}))
  for (const orbId of ['orb-1', 'orb-2']) expect(await test.ledger.threadsOfBlob(orbId, sha256)).toEqual([])
  expect(await test.ledger.hasBlob('orb-2', sha256)).toBe(false)
})

it('takes a queued prompt only once each of its files is here for its thread, in the size that it says', async () => {
  await using test = await testLedger()
  const runner = new TestRunner(test.ledger, 'orb-1')
  await runner.hello()
  await runner.send(runner.event('t1', 'a', 'close', {}), runner.event('t2', 'b', 'close', {}))
  const file = { sha256, bytes: 5, mediaType: 'image/png', name: 'a.png' }
  const take = (attachments = [file]) =>
    test.ledger.takeQueueItem({
      orbId: 'orb-1',
      itemId: 'i',
      threadId: 't1',
      text: 'x',
      attachments,
      by: ADA,
      at: NOON,
    })
  const missing = { outcome: 'files-missing' }
  expect(await take()).toEqual(missing)
  await test.ledger.recordBlob({ ...blob, threadId: 't2' })
  expect(await take()).toEqual(missing)
  await test.ledger.recordBlob({ ...blob, threadId: 't1' })
  expect(await take([{ ...file, bytes: 6 }])).toEqual(missing)
  expect(await take()).toMatchObject({ outcome: 'taken' })
  expect(await take()).toEqual({ outcome: 'already' })
})
