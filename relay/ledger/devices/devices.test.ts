import { expect, it } from 'vitest'
import { NOON, testLedger } from '../../../tests/support/ledger.ts'

const redeem = (deviceId: string, at = NOON) => ({
  secretSha256: 'secret',
  deviceId,
  deviceName: 'Phone',
  tokenSha256: 'token-of-' + deviceId,
  at,
})

it('spends a start link once, even when two redeem it at the same time', async () => {
  await using test = await testLedger()
  await test.ledger.createStartLink('secret', NOON + 1)
  const [first, second] = await Promise.all([
    test.ledger.redeemStartLink(redeem('a')),
    test.ledger.redeemStartLink(redeem('b')),
  ])
  expect(first).toEqual({ deviceId: 'a', deviceName: 'Phone', personId: 'me', personName: 'You' })
  expect(second).toBeNull()
  expect(await test.ledger.device('token-of-a')).toEqual(first)
  expect(await test.ledger.device('token-of-b')).toBeNull()
})

it('takes no start link that is unknown or too old', async () => {
  await using test = await testLedger()
  expect(await test.ledger.redeemStartLink(redeem('a'))).toBeNull()
  await test.ledger.createStartLink('secret', NOON)
  expect(await test.ledger.redeemStartLink(redeem('a', NOON))).toBeNull()
})

it('forgets the token of a removed device, and remembers in the audit log that it was there', async () => {
  await using test = await testLedger()
  await test.ledger.createStartLink('secret', NOON + 1)
  await test.ledger.redeemStartLink(redeem('a'))
  await test.ledger.removeDevice('a')
  await test.ledger.removeDevice('a')
  expect(await test.ledger.device('token-of-a')).toBeNull()
  expect((await test.ledger.auditRows(0, 10)).map(({ kind }) => kind)).toEqual(['device.added', 'device.removed'])
})
