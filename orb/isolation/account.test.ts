import { expect, test } from 'vitest'
import { Sha256 } from '../../shared/ids.ts'
import { accountOf } from './account.ts'

test('an account is the same each time, another one for another user, and fits the protocol', () => {
  expect(accountOf(1000)).toBe(accountOf(1000))
  expect(accountOf(1000)).not.toBe(accountOf(1001))
  expect(Sha256.safeParse(accountOf(0)).success).toBe(true)
})
