import { expect, it } from 'vitest'
import { verifyAudit } from '../../../shared/audit/verify.ts'
import { ADA, decisionOn, NOON, permission, testLedger, TestRunner } from '../../../tests/support/ledger.ts'
import { makeKey } from '../../../tests/support/keys.ts'
import { makeDevice } from '../../../tests/support/roster.ts'
import { keptRoster } from './testing.ts'

const session = (deviceId: string, token = 'token-of-' + deviceId) => ({
  tokenSha256: token,
  deviceId,
  address: '203.0.113.9',
  at: NOON,
  expiresAt: NOON + 1000,
})

it('keeps the roster over a restart, each entry with its row in the audit log', async () => {
  await using test = await testLedger()
  const { roster, addDevice, keep } = await keptRoster(test)
  const laptop = await addDevice('Laptop')
  await keep(await roster.add({ kind: 'device.revoke', deviceId: laptop.device.deviceId, why: 'lost' }))
  const ledger = await test.reopen()
  expect(await ledger.roster()).toEqual(roster.entries)
  const rows = await ledger.auditRows(0, 100)
  expect(await verifyAudit(rows, await ledger.roster())).toMatchObject({ outcome: 'whole', entries: 3 })
})

it('gives each version to one entry, and takes nothing of the other', async () => {
  await using test = await testLedger()
  const { roster, keep } = await keptRoster(test)
  const [one, two] = [await makeDevice(roster.owner.person), await makeDevice(roster.owner.person)]
  const first = await roster.next({ kind: 'device.add', device: one.device, person: one.person })
  const second = await roster.next({ kind: 'device.add', device: two.device, person: two.person })
  expect(await keep(first)).toBe('appended')
  await expect(keep(second)).rejects.toMatchObject({ code: 'conflict' })
  expect(await test.ledger.openSession(session(two.device.deviceId))).toBeNull()
  expect(await test.ledger.auditRows(0, 100)).toHaveLength(2)
})

it('opens sessions for devices that count, until they lapse', async () => {
  await using test = await testLedger()
  const { deviceId } = (await keptRoster(test)).roster.owner.device
  expect(await test.ledger.openSession(session('stranger'))).toBeNull()
  const opened = { tokenSha256: 'token-of-' + deviceId, deviceId, expiresAt: NOON + 1000 }
  expect(await test.ledger.openSession(session(deviceId))).toEqual(opened)
  expect(await test.ledger.session(opened.tokenSha256, NOON + 999)).toEqual(opened)
  expect(await test.ledger.session(opened.tokenSha256, NOON + 1000)).toBeNull()
  expect(await test.ledger.expireDue(NOON + 999)).toBe(NOON + 1000)
  expect(await test.ledger.expireDue(NOON + 1000)).toBeNull()
  expect(await test.ledger.session(opened.tokenSha256, NOON)).toBeNull()
})

it('ends the sessions of a revoked device with the entry that revokes it, and opens no more', async () => {
  await using test = await testLedger()
  const { roster, addDevice, keep } = await keptRoster(test)
  const { deviceId } = (await addDevice('Laptop')).device
  const owner = roster.owner.device.deviceId
  await test.ledger.openSession(session(deviceId))
  await test.ledger.openSession(session(owner))
  await keep(await roster.add({ kind: 'device.revoke', deviceId, why: 'removed' }))
  expect(await test.ledger.session('token-of-' + deviceId, NOON)).toBeNull()
  expect(await test.ledger.session('token-of-' + owner, NOON)).not.toBeNull()
  expect(await test.ledger.openSession(session(deviceId, 'another'))).toBeNull()
  expect(await test.ledger.deviceSeen(deviceId, '203.0.113.9', NOON)).toBe(false)
})

it('a sign-out ends every session of the device', async () => {
  await using test = await testLedger()
  const { roster, addDevice } = await keptRoster(test)
  const { deviceId } = (await addDevice('Laptop')).device
  await test.ledger.openSession(session(deviceId, 'older'))
  await test.ledger.openSession(session(deviceId, 'newer'))
  await test.ledger.openSession(session(roster.owner.device.deviceId, 'other'))
  await test.ledger.endSessions(deviceId)
  const left = await Promise.all(['older', 'newer', 'other'].map((token) => test.ledger.session(token, NOON)))
  expect(left.map((row) => row?.tokenSha256 ?? null)).toEqual([null, null, 'other'])
})

it('a recovery ends all sessions and lets one device in', async () => {
  await using test = await testLedger()
  const { roster, addDevice, keep } = await keptRoster(test)
  const { deviceId } = (await addDevice('Laptop')).device
  await test.ledger.openSession(session(deviceId))
  const back = await makeDevice()
  const { key: recoveryKey } = await makeKey()
  await keep(await roster.add({ kind: 'recover', device: back.device, person: back.person, recoveryKey }, 'recovery'))
  expect(await test.ledger.session('token-of-' + deviceId, NOON)).toBeNull()
  expect(await test.ledger.openSession(session(roster.owner.device.deviceId))).toBeNull()
  expect(await test.ledger.openSession(session(back.device.deviceId))).not.toBeNull()
})

it('writes down the first time that a device was heard of, and the newest', async () => {
  await using test = await testLedger()
  const { deviceId, name: deviceName } = (await keptRoster(test)).roster.owner.device
  expect(await test.ledger.deviceActivity()).toEqual([{ deviceId, lastSeenAt: null, address: null }])
  await test.ledger.openSession(session(deviceId))
  await test.ledger.deviceSeen(deviceId, '198.51.100.1', NOON + 5)
  expect(await test.ledger.deviceActivity()).toEqual([{ deviceId, lastSeenAt: NOON + 5, address: '198.51.100.1' }])
  const rows = (await test.ledger.auditRows(0, 100)).filter(({ kind }) => kind === 'device.first-seen')
  expect(rows.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
    { deviceId, deviceName, address: '203.0.113.9' },
  ])
})

it('records no decision that was checked by an older roster', async () => {
  await using test = await testLedger()
  const { addDevice } = await keptRoster(test)
  const runner = new TestRunner(test.ledger)
  await runner.hello()
  const asked = permission()
  await runner.send(runner.report({ name: 'approval.raised', approval: asked }))
  const decision = await decisionOn(asked)
  await addDevice('Laptop')
  const decide = (checkedBy: number) => test.ledger.decide(null, asked.approvalId, decision, ADA, NOON, checkedBy)
  await expect(decide(0)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await decide(1)).toMatchObject({ outcome: 'recorded' })
})

it('calls whoever wrote on a desk by the newest name', async () => {
  await using test = await testLedger()
  const { roster, keep } = await keptRoster(test)
  const { deviceId } = roster.owner.device
  await new TestRunner(test.ledger).hello()
  await test.ledger.appendDesk({ orbId: 'orb-1', deviceId, clients: [7], update: new Uint8Array(1), at: NOON })
  await keep(await roster.add({ kind: 'person.set', person: { ...roster.owner.person, name: 'Ada Lovelace' } }))
  expect(await test.ledger.deskWriter('orb-1', 7)).toMatchObject({ deviceId, personName: 'Ada Lovelace' })
})
