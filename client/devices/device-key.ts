import type { PublicKey } from '../../shared/devices/keys.ts'
import { newId } from '../../shared/ids.ts'
import { base64urlText } from '../../shared/json/base64url.ts'
import { identityStore } from './identity-store.ts'

/** This device's own key. Its secret half never leaves the browser: not even this page can read it. */
export interface DeviceKey {
  readonly deviceId: string
  readonly publicKey: PublicKey
  /** ECDSA P-256 with SHA-256 over the UTF-8 of a text, IEEE P1363, base64url. Rejects where the key is unusable. */
  signText(text: string): Promise<string>
}

/** A key that the relay may have taken already: the page can end between the relay's word and this device's hearing of it. */
export interface Candidate {
  readonly key: DeviceKey
  /** The hash of the roster's first entry, as this device learnt it in its pairing. */
  readonly founding: string
  /** Until when the relay may take it, ms on this device's clock. */
  readonly until: number
}

/** What is kept of a key. */
interface KeptKey {
  readonly deviceId: string
  readonly point: string
  readonly secret: CryptoKey
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const

const store = identityStore<{ key: KeptKey; candidate: KeptKey & { founding: string; until: number } }>()
const secrets = new WeakMap<DeviceKey, CryptoKey>()

/** True where this page may use keys at all: over https, or on the machine itself. */
export function canHoldKeys(): boolean {
  // The types say that it is always there; on plain http from another machine it is not.
  return (globalThis.crypto as Partial<Crypto>).subtle !== undefined
}

/** Makes a new key. It is gone with the page until it is kept. */
export async function makeDeviceKey(): Promise<DeviceKey> {
  const pair = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const point = base64urlText(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  return usable({ deviceId: newId(), point, secret: pair.privateKey })
}

/** Keeps a key that is about to be offered to the relay. Rejects where this browser does not store keys. */
export async function keepCandidate({ key, founding, until }: Candidate): Promise<void> {
  await store.set('candidate', { ...kept(key), founding, until })
}

/** The key that was offered last, or null. */
export async function loadCandidate(): Promise<Candidate | null> {
  const found = await store.get('candidate')
  return found === undefined ? null : { key: usable(found), founding: found.founding, until: found.until }
}

/** The relay has taken this key: from now on it is this device's. */
export async function keepDeviceKey(key: DeviceKey): Promise<void> {
  await store.set('key', kept(key))
  await store.del('candidate')
}

/** This device's key, or null where there is none. Rejects where the browser's storage cannot be read. */
export async function loadDeviceKey(): Promise<DeviceKey | null> {
  const found = await store.get('key')
  return found === undefined ? null : usable(found)
}

/** Lets every key of this device go, for good. */
export async function forgetDeviceKey(): Promise<void> {
  await store.del('key')
  await store.del('candidate')
}

/** Lets a key go that was offered in vain. */
export async function forgetCandidate(): Promise<void> {
  await store.del('candidate')
}

function kept(key: DeviceKey): KeptKey {
  const secret = secrets.get(key)
  if (secret === undefined) throw new TypeError('This key was not made here.')
  return { deviceId: key.deviceId, point: key.publicKey.point, secret }
}

function usable({ deviceId, point, secret }: KeptKey): DeviceKey {
  const key: DeviceKey = {
    deviceId,
    publicKey: { alg: 'p256', point },
    async signText(text) {
      return base64urlText(new Uint8Array(await crypto.subtle.sign(SHA256, secret, new TextEncoder().encode(text))))
    },
  }
  secrets.set(key, secret)
  return key
}
