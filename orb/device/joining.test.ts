import { expect, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { matchNumber, newSecret, secretHash, ticketOf, type JoinRequest } from '../../shared/devices/pairing.ts'
import { makeDeviceKey } from './device-key.ts'
import { makeNewDevice, requestJoin } from './joining.ts'
import { falseRelay } from './testing/false-relay.ts'

const FOUNDING = 'a'.repeat(64)

/** A relay with an invitation, up to the owner's nonce; `shown` is the one that it gives to the new device. */
async function invitation(changes: { founding?: string; shown?: string } = {}) {
  const ownerNonce = newSecret()
  const ownerKey = { alg: 'p256' as const, point: (await makeDeviceKey()).point }
  const asked: { request?: JoinRequest; nonce?: string } = {}
  let state = 'revealed'
  const relay = await falseRelay(async (_method, path, body) => {
    if (path === '/api/pairing/requests') {
      asked.request = body as JoinRequest
      const commit = await secretHash(ownerNonce)
      const founding = changes.founding ?? FOUNDING
      return { token: 't'.repeat(43), expiresAt: Date.now() + 60_000, founding, ownerKey, commit }
    }
    if (path === '/api/pairing/request/reveal') asked.nonce = (body as { nonce: string }).nonce
    return { state, nonce: changes.shown ?? ownerNonce }
  })
  return { relay, ownerKey, ownerNonce, asked, end: (as: string) => (state = as) }
}

test('a device that asks by link shows the number that the owner sees, and no secret to the relay', async () => {
  const { relay, ownerKey, ownerNonce, asked, end } = await invitation()
  const secret = newSecret()
  const joining = await makeNewDevice('Laptop', null)
  const link = { invitationId: newId(), secret, founding: FOUNDING }
  const pending = await requestJoin(relay, { link }, joining)
  const match = { founding: FOUNDING, ownerKey: ownerKey.point, device: joining.device, ownerNonce }
  expect(pending.matchNumber).toBe(await matchNumber({ ...match, newNonce: asked.nonce ?? '' }))
  expect(asked.request?.commit).toBe(await secretHash(asked.nonce ?? ''))
  expect(asked.request?.by).toMatchObject({ ticket: await ticketOf(secret) })
  expect(JSON.stringify(asked)).not.toContain(secret)
  end('confirmed')
  expect(await pending.answered()).toBe(true)
})

test("an owner's nonce that is not the promised one ends it before this one is shown", async () => {
  const { relay, asked } = await invitation({ shown: newSecret() })
  const joining = requestJoin(relay, { code: 'ABCDEFGH' }, await makeNewDevice('Laptop', null))
  await expect(joining).rejects.toThrow('somebody stands between')
  expect(asked.nonce).toBeUndefined()
})

test('a relay of another first owner than the link names ends it', async () => {
  const { relay, asked } = await invitation({ founding: 'b'.repeat(64) })
  const link = { invitationId: newId(), secret: newSecret(), founding: FOUNDING }
  const joining = requestJoin(relay, { link }, await makeNewDevice('Laptop', null))
  await expect(joining).rejects.toThrow('another roster than the link names')
  expect(asked.nonce).toBeUndefined()
})

test.each([
  ['burned', 'refused this device, or chose a wrong number'],
  ['expired', 'The invitation is over'],
])('an invitation that is %s says so', async (state, sentence) => {
  const { relay, end } = await invitation()
  const pending = await requestJoin(relay, { code: 'ABCDEFGH' }, await makeNewDevice('Laptop', null))
  end(state)
  await expect(pending.answered()).rejects.toThrow(sentence)
})
