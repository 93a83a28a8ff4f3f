import { describe, expect, test } from 'vitest'
import {
  joinMac,
  matchChoices,
  matchNumber,
  newSecret,
  secretHash,
  ticketOf,
  type JoiningDevice,
} from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import { base64urlBytes, base64urlText } from '../../shared/json/base64url.ts'
import { makeKey } from '../support/keys.ts'

/*
 * The relay carries every message of a pairing. What it may try: to put a key of its own in the place of the new
 * device's, on the way to the owner's device that signs the roster entry.
 */

async function newDevice(more: Partial<JoiningDevice> = {}): Promise<JoiningDevice> {
  const { key } = await makeKey()
  return { deviceId: newId(), name: 'Phone', kind: 'browser', key, account: null, ...more }
}

async function pairing() {
  const founding = await secretHash('founding')
  const { point: ownerKey } = (await makeKey()).key
  return { founding, ownerKey, secret: newSecret(), ownerNonce: newSecret(), newNonce: newSecret() }
}

describe('a relay that swaps the key of a new device', () => {
  test('by link: has no MAC for its own key, for it learns the ticket and not the secret', async () => {
    const { secret, newNonce } = await pairing()
    const [phone, swapped] = [await newDevice(), await newDevice()]
    const commit = await secretHash(newNonce)
    const sent = await joinMac(secret, phone, commit)
    const forged = { ...phone, key: swapped.key }
    const guess = base64urlText(base64urlBytes(await ticketOf(secret)).subarray(0, 16))
    const asked = await joinMac(secret, forged, commit)
    // Neither what it was sent nor what it can make of the ticket is the MAC that the owner's device asks for.
    for (const mac of [sent, await joinMac(guess, forged, commit)]) expect(mac).not.toBe(asked)
  })

  test.each([
    ['key', async (phone: JoiningDevice) => ({ ...phone, key: (await newDevice()).key })],
    ['name', async (phone: JoiningDevice) => ({ ...phone, name: 'Laptop' })],
    ['kind', async (phone: JoiningDevice) => ({ ...phone, kind: 'command-line' as const })],
    ['account', async (phone: JoiningDevice) => ({ ...phone, account: 'a'.repeat(64) })],
    ['id', async (phone: JoiningDevice) => ({ ...phone, deviceId: newId() })],
  ])('by link or by code: another %s gives another MAC and another number', async (_name, swap) => {
    const { secret, founding, ownerKey, ownerNonce, newNonce } = await pairing()
    const phone = await newDevice()
    const device = await swap(phone)
    const commit = await secretHash(newNonce)
    expect(await joinMac(secret, device, commit)).not.toBe(await joinMac(secret, phone, commit))
    const match = { founding, ownerKey, ownerNonce, newNonce }
    expect(await matchNumber({ ...match, device })).not.toBe(await matchNumber({ ...match, device: phone }))
  })

  test('by code: the number on the new screen is none of the three that the owner sees', async () => {
    const { founding, ownerKey, ownerNonce, newNonce } = await pairing()
    const phone = await newDevice()
    const swapped = await newDevice()
    // The relay answers each side as the other: own nonces and keys in between, all committed to before it knew any.
    const [relayNonce, relayKey] = [newSecret(), (await makeKey()).key.point]
    const onPhone = await matchNumber({ founding, ownerKey: relayKey, device: phone, ownerNonce: relayNonce, newNonce })
    const right = await matchNumber({ founding, ownerKey, device: swapped, ownerNonce, newNonce: relayNonce })
    expect(onPhone).not.toBe(right)
    expect(matchChoices(right).filter((choice) => choice === onPhone)).toEqual([])
  })
})
