import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeKey } from '../../tests/support/keys.ts'
import { newId } from '../ids.ts'
import {
  joinMac,
  JoiningDevice,
  matchChoices,
  matchNumber,
  newCode,
  newSecret,
  pairingPath,
  readCode,
  readPairingFragment,
  Secret,
  secretHash,
  shownCode,
  ticketOf,
  type Match,
} from './pairing.ts'

const SECRET = 'AAAAAAAAAAAAAAAAAAAAAA'
const point = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'
const DEVICE: JoiningDevice = {
  deviceId: 'device',
  name: 'Phone',
  kind: 'browser',
  key: { alg: 'p256', point },
  account: null,
}

/** The same device with one thing changed, for each thing there is. */
async function otherDevices(): Promise<JoiningDevice[]> {
  const { key } = await makeKey()
  return [
    { ...DEVICE, deviceId: 'devicd' },
    { ...DEVICE, name: 'Phones' },
    { ...DEVICE, kind: 'command-line' },
    { ...DEVICE, key },
    { ...DEVICE, key: { ...DEVICE.key, alg: 'webauthn' } },
    { ...DEVICE, account: 'a'.repeat(64) },
  ]
}

describe('a code', () => {
  test('is eight characters that are told apart, and read back however it is typed', () => {
    for (let round = 0; round < 200; round++) {
      const code = newCode()
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
      expect(shownCode(code)).toMatch(/^.{4}-.{4}$/)
      expect(readCode(shownCode(code))).toBe(code)
      expect(readCode(` ${code.toLowerCase().split('').join(' ')} `)).toBe(code)
    }
  })

  test('uses every character of its alphabet', () => {
    const seen = new Set(Array.from({ length: 400 }, newCode).join(''))
    expect(seen.size).toBe(32)
  })

  test.each(['', 'ABCD', 'ABCDEFGHJ', 'ABCDEFG0', 'ABCDEFG1', 'ABCDEFGI', 'ABCDEFGO', 'ABCDEFG\u00e9', 'ABCD_EFGH'])(
    '%j is none',
    (typed) => expect(readCode(typed)).toBe(null),
  )
})

describe('a secret', () => {
  test('is 128 bits, new each time', () => {
    const secrets = Array.from({ length: 100 }, newSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) expect(Secret.safeParse(secret).success).toBe(true)
  })

  test('is known to the relay by values that do not tell it, nor one another', async () => {
    const [ticket, hash] = [await ticketOf(SECRET), await secretHash(SECRET)]
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const mac = await joinMac(SECRET, DEVICE, 'c'.repeat(64))
    expect(new Set([ticket, mac, await joinMac(ticket.slice(0, 21) + 'A', DEVICE, 'c'.repeat(64))]).size).toBe(3)
    expect(await ticketOf(newSecret())).not.toBe(ticket)
  })
})

test('the MAC of a device changes with everything that it says, and with its commitment', async () => {
  const commit = 'c'.repeat(64)
  const others = await Promise.all((await otherDevices()).map((device) => joinMac(SECRET, device, commit)))
  const all = [await joinMac(SECRET, DEVICE, commit), await joinMac(SECRET, DEVICE, 'd'.repeat(64)), ...others]
  expect(new Set([...all, await joinMac(newSecret(), DEVICE, commit)]).size).toBe(all.length + 1)
  expect(await joinMac(SECRET, { ...DEVICE }, commit)).toBe(all[0])
})

test('no device can say two things with one MAC: a name holds no line break', () => {
  expect(JoiningDevice.safeParse({ ...DEVICE, name: 'Phone\nbrowser' }).success).toBe(false)
  expect(JoiningDevice.safeParse(DEVICE).success).toBe(true)
})

describe('the match number', () => {
  const match: Match = {
    founding: 'f'.repeat(64),
    ownerKey: point,
    device: DEVICE,
    ownerNonce: SECRET,
    newNonce: SECRET,
  }

  test('is six digits that change with everything that both sides must agree on', async () => {
    const devices = (await otherDevices()).map((device) => ({ device }))
    const changes: Partial<Match>[] = [
      {},
      { founding: 'e'.repeat(64) },
      { ownerKey: (await makeKey()).key.point },
      { ownerNonce: newSecret() },
      { newNonce: newSecret() },
      ...devices,
    ]
    const hashes = new Set<string>()
    for (const change of changes) {
      const number = await matchNumber({ ...match, ...change })
      expect(number).toMatch(/^\d{6}$/)
      hashes.add(number)
    }
    // Six digits of random nonces may meet by chance: at most once in some ten thousand runs of this test.
    expect(hashes.size).toBe(changes.length)
  })

  test('is the same for both sides, today and later', async () => {
    expect(await matchNumber(match)).toBe('094096')
    expect(await matchNumber({ ...match })).toBe(await matchNumber(match))
  })

  test('stands among two others, wherever chance puts it', () => {
    const places = new Set<number>()
    for (let round = 0; round < 200; round++) {
      const choices = matchChoices('500000')
      expect(new Set(choices).size).toBe(3)
      for (const choice of choices) expect(choice).toMatch(/^\d{6}$/)
      places.add(choices.indexOf('500000'))
    }
    expect([...places].sort((a, b) => a - b)).toEqual([0, 1, 2])
  })
})

describe('a link', () => {
  const link = { invitationId: newId(), secret: newSecret(), founding: 'f'.repeat(64) }

  test('keeps what it says in its fragment, which no server sees', () => {
    const url = new URL(pairingPath(link), 'https://relay.example')
    expect(url.pathname + url.search).toBe('/pair')
    expect(readPairingFragment(url.hash)).toEqual(link)
    expect(readPairingFragment(url.hash.slice(1))).toEqual(link)
  })

  test('that was cut or added to is none', () => {
    const { hash } = new URL(pairingPath(link), 'https://relay.example')
    for (let length = 0; length < hash.length; length++) expect(readPairingFragment(hash.slice(0, length))).toBe(null)
    for (const more of ['a', '.', '.x', ' ', '#']) expect(readPairingFragment(hash + more)).toBe(null)
    expect(readPairingFragment(hash.replace(link.secret, link.secret.slice(0, 21) + 'B'))).toBe(null)
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readPairingFragment(text)).toBe(null)
      }),
    )
  })
})
