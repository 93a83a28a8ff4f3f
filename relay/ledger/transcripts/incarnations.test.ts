import { expect, it } from 'vitest'
import { testLedger } from '../../../tests/support/ledger.ts'

it('gives every life of a room a number of 48 bits that none had before', async () => {
  await using test = await testLedger()
  const numbers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => test.ledger.newIncarnation(i % 2 ? 'fleet:me' : 'orb:o')),
  )
  expect(new Set(numbers).size).toBe(200)
  for (const number of numbers) expect(Number.isSafeInteger(number) && number > 0 && number < 2 ** 48).toBe(true)
})
