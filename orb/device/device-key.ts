import { webcrypto } from 'node:crypto'
import * as z from 'zod/mini'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A private key as it stands in a file: a JSON Web Key. */
export const PrivateKeyJwk = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
/** A private key as it stands in a file. */
export type PrivateKeyJwk = z.infer<typeof PrivateKeyJwk>

/** The key of this command line. */
export interface DeviceKey {
  /** The public key: an uncompressed point, base64url. */
  readonly point: string
  readonly jwk: PrivateKeyJwk
  /** ECDSA P-256 with SHA-256 over the text's UTF-8, IEEE P1363, base64url. */
  readonly sign: (text: string) => Promise<string>
}

/** A new key. */
export async function makeDeviceKey(): Promise<DeviceKey> {
  const { privateKey } = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  return readDeviceKey(PrivateKeyJwk.parse(await webcrypto.subtle.exportKey('jwk', privateKey)))
}

/** The key of a file. Rejects where it is no key of the curve. */
export async function readDeviceKey(jwk: PrivateKeyJwk): Promise<DeviceKey> {
  const { kty, crv, x, y, d } = jwk
  const key = await webcrypto.subtle.importKey('jwk', { kty, crv, x, y, d }, P256, false, ['sign'])
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return {
    point: point.toString('base64url'),
    jwk: { kty, crv, x, y, d },
    sign: async (text) => {
      const signature = await webcrypto.subtle.sign(SHA256, key, Buffer.from(text, 'utf8'))
      return Buffer.from(signature).toString('base64url')
    },
  }
}
