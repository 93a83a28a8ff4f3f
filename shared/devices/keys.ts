import * as z from 'zod/mini'
import { base64urlBytes, base64urlText } from '../json/base64url.ts'

/** The relying party of passkeys: fixed when the roster is founded, since every later passkey is bound to it. */
export const RelyingParty = z.object({
  id: z.string().check(z.maxLength(253)),
  origin: z.string().check(z.maxLength(300)),
})
/** The relying party of passkeys. */
export type RelyingParty = z.infer<typeof RelyingParty>

/**
 * A P-256 point, uncompressed, base64url: 65 bytes of which the first is 4. Only one text names a point, so that keys can
 * be compared as texts: the hybrid forms (6 and 7) and spare bits at the end are refused.
 */
const Point = z.string().check(z.regex(/^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$/))

/** A public key, of a device's own key or of a passkey. */
export const PublicKey = z.object({ alg: z.enum(['p256', 'webauthn']), point: Point })
/** A public key. */
export type PublicKey = z.infer<typeof PublicKey>

/** Base64url: 64 bytes (IEEE P1363) of a `p256` key; a passkey's is base64url of the JSON of a WebAuthnAssertion. */
export const Signature = z.string().check(z.regex(/^[A-Za-z0-9_-]{80,4000}$/))

const Assertion = z.object({ authenticatorData: z.string(), clientDataJSON: z.string(), signature: z.string() })
const ClientData = z.looseObject({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
  /** True where the page was framed by another site. */
  crossOrigin: z.optional(z.literal(false)),
})

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Flags of authenticator data (WebAuthn 2, section 6.1): somebody was there, and was recognised. */
const PRESENT_AND_VERIFIED = 0b101
/** ASN.1 tags. */
const SEQUENCE = 0x30
const INTEGER = 0x02

/**
 * True where `signature` is this key's over the UTF-8 of `text`. A passkey signs the SHA-256 of the text as its
 * challenge, with the user verified, for the relying party; without one no passkey counts. Never throws.
 */
export async function isSignedBy(
  key: PublicKey,
  text: string,
  signature: string,
  party: RelyingParty | null = null,
): Promise<boolean> {
  try {
    const bytes = new TextEncoder().encode(text)
    if (key.alg === 'p256') return await verify(key.point, base64urlBytes(signature), bytes)
    return party !== null && (await isAsserted(key.point, bytes, signature, party))
  } catch {
    // No point of the curve, no base64url, no JSON: as wrong as a wrong signature.
    return false
  }
}

async function isAsserted(point: string, text: Bytes, signature: string, party: RelyingParty): Promise<boolean> {
  const given = Assertion.parse(parseText(base64urlBytes(signature)))
  const clientBytes = base64urlBytes(given.clientDataJSON)
  const client = ClientData.parse(parseText(clientBytes))
  const data = base64urlBytes(given.authenticatorData)
  const partyHash = await sha256(new TextEncoder().encode(party.id))
  const flags = data[32] ?? 0
  const fits =
    client.origin === party.origin &&
    client.challenge === base64urlText(await sha256(text)) &&
    partyHash.every((byte, at) => byte === data[at]) &&
    (flags & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED
  if (!fits) return false
  const signed = concat(data, await sha256(clientBytes))
  return verify(point, rawFromDer(base64urlBytes(given.signature)), signed)
}

type Bytes = Uint8Array<ArrayBuffer>

async function verify(point: string, signature: Bytes, text: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', base64urlBytes(point), P256, false, ['verify'])
  return crypto.subtle.verify(SHA256, key, signature, text)
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** ASN.1 SEQUENCE of two INTEGERs, as authenticators sign, to the 64 bytes that WebCrypto takes. Throws for anything else. */
function rawFromDer(der: Bytes): Bytes {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) throw new TypeError('This is no signature.')
  const raw = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0
    const value = der.subarray(at + 2, at + 2 + length)
    const digits = value[0] === 0 ? value.subarray(1) : value
    if (der[at] !== INTEGER || digits.length > 32) throw new TypeError('This is no signature.')
    raw.set(digits, end - digits.length)
    at += 2 + length
  }
  if (at !== der.length) throw new TypeError('This is no signature.')
  return raw
}

function parseText(bytes: Bytes): unknown {
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown
}

function concat(a: Bytes, b: Bytes): Bytes {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
