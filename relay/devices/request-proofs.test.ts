import { expect, test } from 'vitest'
import { requestText, type ProvedRequest, type RequestProof } from '../../shared/devices/proofs.ts'
import { newId } from '../../shared/ids.ts'
import { makeDevice, testRoster, type TestDevice } from '../../tests/support/roster.ts'
import { createRequestProofs } from './request-proofs.ts'

const START = 1_790_000_000_000
const ASKED = { method: 'POST', path: '/api/stop-all?x=1', host: 'localhost:8737' }

async function proofBy(by: TestDevice, more: Partial<ProvedRequest> = {}): Promise<RequestProof> {
  const { deviceId } = by.device
  const signed = { deviceId, at: START, nonce: newId(), bodySha256: 'a'.repeat(64), ...ASKED, ...more }
  return { ...signed, signature: await by.sign(requestText(signed)) }
}

test('a proof holds for its request, its minute, its key, and once', async () => {
  const roster = await testRoster()
  const { owner } = roster
  const proofs = createRequestProofs(roster, () => START)
  const check = async (more: Partial<ProvedRequest>, by = owner) => proofs.accepts(await proofBy(by, more), ASKED)

  const good = await proofBy(owner)
  expect(await proofs.accepts(good, ASKED)).toBe(true)
  expect(await proofs.accepts(good, ASKED)).toBe(false)
  expect(await check({ at: START + 60_000 })).toBe(true)
  expect(await check({ at: START + 60_001 })).toBe(false)
  expect(await check({ method: 'GET' })).toBe(false)
  expect(await check({ path: '/api/stop-all' })).toBe(false)
  expect(await check({ host: 'localhost:8738' })).toBe(false)
  const stranger = await makeDevice()
  expect(await check({}, stranger)).toBe(false)
  expect(await check({ deviceId: owner.device.deviceId }, stranger)).toBe(false)
  const other = { ...(await proofBy(owner)), bodySha256: 'b'.repeat(64) }
  expect(await proofs.accepts(other, ASKED)).toBe(false)
})

test('what was signed before the start may have been used before it', async () => {
  const roster = await testRoster()
  let now = START + 30_000
  const proofs = createRequestProofs(roster, () => now)
  expect(await proofs.accepts(await proofBy(roster.owner), ASKED)).toBe(false)
  now += 1
  expect(await proofs.accepts(await proofBy(roster.owner, { at: now }), ASKED)).toBe(true)
})

test('a revoked device proves nothing, and a wrong proof uses up no nonce', async () => {
  const roster = await testRoster()
  const laptop = await makeDevice(roster.owner.person, { name: 'Laptop' })
  await roster.add({ kind: 'device.add', device: laptop.device, person: laptop.person })
  const proofs = createRequestProofs(roster, () => START)
  const right = await proofBy(laptop)
  const wrong = { ...right, signature: (await proofBy(laptop)).signature }
  expect(await proofs.accepts(wrong, ASKED)).toBe(false)
  expect(await proofs.accepts(right, ASKED)).toBe(true)
  await roster.add({ kind: 'device.revoke', deviceId: laptop.device.deviceId, why: 'removed' })
  expect(await proofs.accepts(await proofBy(laptop), ASKED)).toBe(false)
})
