import { expect, test } from 'vitest'
import { makeKey, makePasskey, type PasskeyHabits } from '../../tests/support/keys.ts'
import { base64urlBytes, base64urlText } from '../json/base64url.ts'
import { isSignedBy, PublicKey, Signature } from './keys.ts'

const PARTY = { id: 'relay.example', origin: 'https://relay.example' }
const TEXT = 'perigee-test-v1\n{"a":"€"}'

test("a device's signature counts for its key and its text alone", async () => {
  const [own, other] = [await makeKey(), await makeKey()]
  const signature = await own.sign(TEXT)
  expect(PublicKey.safeParse(own.key).success).toBe(true)
  expect(Signature.safeParse(signature).success).toBe(true)
  expect(await isSignedBy(own.key, TEXT, signature)).toBe(true)
  expect(await isSignedBy(own.key, TEXT + ' ', signature)).toBe(false)
  expect(await isSignedBy(other.key, TEXT, signature)).toBe(false)
  for (const wrong of [
    '',
    'A'.repeat(86),
    signature.slice(1),
    signature + 'AA',
    'no base64url!',
    base64urlText(new Uint8Array(64)),
  ])
    expect(await isSignedBy(own.key, TEXT, wrong), wrong).toBe(false)
})

test('a key that is no point of the curve signs nothing, and nothing is thrown', async () => {
  const own = await makeKey()
  const signature = await own.sign(TEXT)
  const bytes = base64urlBytes(own.key.point)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  const point = base64urlText(bytes)
  expect(await isSignedBy({ alg: 'p256', point }, TEXT, signature)).toBe(false)
  expect(await isSignedBy({ alg: 'p256', point: 'B' }, TEXT, signature)).toBe(false)
})

// OpenSSL reads them as the same point: a revoked key could have come back under another text.
test('a second spelling of a key is no key', async () => {
  const { key } = await makeKey()
  const bytes = base64urlBytes(key.point)
  const hybrid = Uint8Array.from(bytes)
  hybrid[0] = 6 + ((bytes[64] ?? 0) & 1)
  expect(PublicKey.safeParse({ alg: 'p256', point: base64urlText(hybrid) }).success).toBe(false)
  const last = key.point.slice(-1)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spare = key.point.slice(0, -1) + (alphabet[alphabet.indexOf(last) + 1] ?? '')
  expect(PublicKey.safeParse({ alg: 'p256', point: spare }).success).toBe(false)
  expect(await isSignedBy({ alg: 'p256', point: spare }, TEXT, 'A'.repeat(86))).toBe(false)
})

test('a passkey signs for its relying party, with somebody there and recognised', async () => {
  const passkey = await makePasskey(PARTY)
  // An integer of a signature is shorter one time in 256: often enough, each of these many is read.
  for (let round = 0; round < 50; round++) {
    const signature = await passkey.sign(TEXT + round)
    expect(Signature.safeParse(signature).success).toBe(true)
    expect(await isSignedBy(passkey.key, TEXT + round, signature, PARTY)).toBe(true)
  }
  const signature = await passkey.sign(TEXT)
  expect(await isSignedBy(passkey.key, TEXT + ' ', signature, PARTY)).toBe(false)
  expect(await isSignedBy(passkey.key, TEXT, signature, null)).toBe(false)
  expect(await isSignedBy(passkey.key, TEXT, signature)).toBe(false)
  expect(await isSignedBy({ ...passkey.key, alg: 'p256' }, TEXT, signature, PARTY)).toBe(false)
  expect(await isSignedBy(passkey.key, TEXT, signature, { ...PARTY, id: 'evil.example' })).toBe(false)
  expect(await isSignedBy(passkey.key, TEXT, signature, { ...PARTY, origin: 'https://evil.example' })).toBe(false)
  const plain = await makeKey()
  expect(await isSignedBy({ ...plain.key, alg: 'webauthn' }, TEXT, await plain.sign(TEXT), PARTY)).toBe(false)
})

const trailing = (raw: Uint8Array): Uint8Array => new Uint8Array([...raw, 0])

test.each<[string, PasskeyHabits]>([
  ['nobody recognised', { flags: 0b001 }],
  ['nobody there', { flags: 0b100 }],
  ['a registration', { type: 'webauthn.create' }],
  ['a frame of another site', { crossOrigin: true }],
  ['a raw signature', { encode: (raw) => raw }],
  ['something behind the signature', { encode: (raw) => trailing(raw) }],
  ['no signature', { encode: () => new Uint8Array() }],
  [
    'numbers of a hundred bytes',
    { encode: () => new Uint8Array([0x30, 102, 0x02, 100, ...new Uint8Array(100).fill(7)]) },
  ],
])('a passkey with %s does not count', async (_what, habits) => {
  const passkey = await makePasskey(PARTY, habits)
  expect(await isSignedBy(passkey.key, TEXT, await passkey.sign(TEXT), PARTY)).toBe(false)
})

test('what a passkey says is not counted where its parts are missing or of another signature', async () => {
  const passkey = await makePasskey(PARTY)
  const signature = await passkey.sign(TEXT)
  const given = JSON.parse(new TextDecoder().decode(base64urlBytes(signature))) as Record<string, string>
  const write = (value: unknown): string => base64urlText(new TextEncoder().encode(JSON.stringify(value)))
  expect(await isSignedBy(passkey.key, TEXT, write(given), PARTY)).toBe(true)
  const other = JSON.parse(new TextDecoder().decode(base64urlBytes(await passkey.sign('another')))) as typeof given
  for (const part of ['authenticatorData', 'clientDataJSON', 'signature']) {
    const { [part]: _, ...rest } = given
    expect(await isSignedBy(passkey.key, TEXT, write(rest), PARTY), part).toBe(false)
    if (part !== 'authenticatorData')
      expect(await isSignedBy(passkey.key, TEXT, write({ ...given, [part]: other[part] }), PARTY), part).toBe(false)
  }
  for (const value of [null, 1, [], 'text', {}])
    expect(await isSignedBy(passkey.key, TEXT, write(value), PARTY)).toBe(false)
})
