import { expect, it } from 'vitest'
import { NOON, testLedger, TestRunner } from '../../../tests/support/ledger.ts'

it('lets only the orb that handed a blob in read it, however often it comes', async () => {
  await using test = await testLedger()
  await new TestRunner(test.ledger, 'orb-1').hello()
  await new TestRunner(test.ledger, 'orb-2').hello()
  const hash = 'a'.repeat(64)
  await test.ledger.recordBlob('orb-1', hash, 5, NOON)
  await test.ledger.recordBlob('orb-1', hash, 5, NOON + 1)
  expect(await test.ledger.hasBlob('orb-1', hash)).toBe(true)
  expect(await test.ledger.hasBlob('orb-2', hash)).toBe(false)
  await expect(test.ledger.recordBlob('nowhere', hash, 5, NOON)).rejects.toMatchObject({ code: 'not-found' })
})
