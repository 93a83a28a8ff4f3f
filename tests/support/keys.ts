import type { webcrypto } from 'node:crypto'
import { base64urlText } from '../../shared/json/base64url.ts'
import type { PublicKey, RelyingParty } from '../../shared/devices/keys.ts'

/** A key that a test signs with, as a device keeps one: the private half never leaves WebCrypto. */
export interface TestKey {
  readonly key: PublicKey
  /** Over the UTF-8 of a text, as shared/devices/keys.ts reads it. */
  sign(text: string): Promise<string>
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A device's own key. */
export async function makeKey(): Promise<TestKey> {
  const { privateKey, point } = await makePair()
  return {
    key: { alg: 'p256', point },
    sign: async (text) => base64urlText(await signed(privateKey, new TextEncoder().encode(text))),
  }
}

/** What a passkey says beside its signature; a test may let it say something else. */
export interface PasskeyHabits {
  readonly flags?: number
  readonly type?: string
  readonly crossOrigin?: boolean
  /** In place of the DER that an authenticator makes. */
  readonly encode?: (raw: Uint8Array) => Uint8Array
}

/** A passkey in software, for a relying party; it signs as WebAuthn 2 says. */
export async function makePasskey(party: RelyingParty, habits: PasskeyHabits = {}): Promise<TestKey> {
  const { privateKey, point } = await makePair()
  const { flags = 0b101, type = 'webauthn.get', crossOrigin, encode = der } = habits
  return {
    key: { alg: 'webauthn', point },
    async sign(text) {
      const challenge = base64urlText(await sha256(new TextEncoder().encode(text)))
      const client = { type, challenge, origin: party.origin, ...(crossOrigin === undefined ? {} : { crossOrigin }) }
      const clientData = new TextEncoder().encode(JSON.stringify(client))
      const partyHash = await sha256(new TextEncoder().encode(party.id))
      const data = new Uint8Array([...partyHash, flags, 0, 0, 0, 1])
      const raw = await signed(privateKey, new Uint8Array([...data, ...(await sha256(clientData))]))
      const assertion = {
        authenticatorData: base64urlText(data),
        clientDataJSON: base64urlText(clientData),
        signature: base64urlText(encode(raw)),
      }
      return base64urlText(new TextEncoder().encode(JSON.stringify(assertion)))
    },
  }
}

/** A raw signature as authenticators give it: ASN.1, integers without leading zeros. */
export function der(raw: Uint8Array): Uint8Array {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map((half) => {
    let from = 0
    while (from < 31 && half[from] === 0) from++
    const digits = half.subarray(from)
    const value = (digits[0] ?? 0) >= 0x80 ? [0, ...digits] : [...digits]
    return [0x02, value.length, ...value]
  })
  const body = integers.flat()
  return new Uint8Array([0x30, body.length, ...body])
}

async function makePair(): Promise<{ privateKey: webcrypto.CryptoKey; point: string }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  return { privateKey, point: base64urlText(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))) }
}

async function signed(key: webcrypto.CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(SHA256, key, bytes))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
