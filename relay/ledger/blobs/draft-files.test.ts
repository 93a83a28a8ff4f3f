import { expect, it } from 'vitest'
import { ADA, NOON, testLedger, TestRunner } from '../../../tests/support/ledger.ts'

const sha256 = 'a'.repeat(64)
const file = { orbId: 'orb-1', threadId: 't1', sha256 }
const handedIn = { ...file, bytes: 5, at: NOON, forDraft: true }

async function stage() {
  const test = await testLedger()
  const runner = new TestRunner(test.ledger, 'orb-1')
  await runner.hello()
  await runner.send(runner.event('t1', 'a', 'close', {}), runner.event('t2', 'b', 'close', {}))
  return test
}

it('takes back a file of a draft, and only once, and only for its thread', async () => {
  await using test = await stage()
  const { ledger } = test
  await ledger.recordBlob(handedIn)
  await ledger.recordBlob(handedIn)
  expect(await ledger.removeDraftFile({ ...file, threadId: 't2' })).toEqual({ removed: false, unused: false })
  expect(await ledger.removeDraftFile(file)).toEqual({ removed: true, unused: true })
  expect(await ledger.hasBlob('orb-1', sha256)).toBe(false)
  expect(await ledger.threadsOfBlob('orb-1', sha256)).toEqual([])
  expect(await ledger.removeDraftFile(file)).toEqual({ removed: false, unused: false })
  // What comes again may go again.
  await ledger.recordBlob(handedIn)
  expect(await ledger.removeDraftFile(file)).toEqual({ removed: true, unused: true })
})

it('keeps a file that a prompt names, another thread has, or the orb handed in, whichever came first', async () => {
  const others = [
    { ...handedIn, threadId: 't2' },
    { ...handedIn, forDraft: false },
    { ...handedIn, forDraft: false, threadId: null },
  ]
  for (const other of others) {
    for (const both of [
      [handedIn, other],
      [other, handedIn],
    ]) {
      await using test = await stage()
      for (const one of both) await test.ledger.recordBlob(one)
      for (const threadId of ['t1', 't2']) {
        expect(await test.ledger.removeDraftFile({ ...file, threadId })).toEqual({ removed: false, unused: false })
      }
      expect(await test.ledger.hasBlob('orb-1', sha256)).toBe(true)
    }
  }
  await using test = await stage()
  await test.ledger.recordBlob(handedIn)
  const attachments = [{ sha256, bytes: 5, mediaType: 'image/png', name: 'a.png' }]
  const item = { orbId: 'orb-1', itemId: 'i', threadId: 't1', text: 'x', attachments, by: ADA, at: NOON }
  expect(await test.ledger.takeQueueItem(item)).toMatchObject({ outcome: 'taken' })
  expect(await test.ledger.removeDraftFile(file)).toEqual({ removed: false, unused: false })
  expect(await test.ledger.threadsOfBlob('orb-1', sha256)).toEqual(['t1'])
})

it('says that bytes are still used where another orb has the same', async () => {
  await using test = await stage()
  await new TestRunner(test.ledger, 'orb-2').hello()
  await test.ledger.recordBlob(handedIn)
  await test.ledger.recordBlob({ ...handedIn, orbId: 'orb-2', forDraft: false, threadId: null })
  expect(await test.ledger.removeDraftFile(file)).toEqual({ removed: true, unused: false })
  expect(await test.ledger.hasBlob('orb-2', sha256)).toBe(true)
})
