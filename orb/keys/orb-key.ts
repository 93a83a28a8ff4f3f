import { webcrypto } from 'node:crypto'
import * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Id, newId } from '../../shared/ids.ts'
import { readSecretFile, writeSecretFile } from './secret-file.ts'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const

const KeyFile = z.object({ orbId: Id, privateKey: z.record(z.string(), z.unknown()) })

/** Who an orb is: its id and the key that proves it. */
export interface OrbIdentity {
  readonly orbId: string
  /** The public key as an uncompressed point, base64url. */
  readonly publicKey: string
  /** ECDSA P-256 with SHA-256 over the text's UTF-8, IEEE P1363, base64url. */
  readonly sign: (text: string) => Promise<string>
}

/**
 * Reads an orb's identity, or makes one at first use: with a new key for `orbId`, where an enrolment names an orb that
 * is known already.
 * @throws PerigeeError where the file is damaged: a new key would be another orb
 */
export async function loadOrbIdentity(path: string, orbId: string | null = null): Promise<OrbIdentity> {
  const bytes = readSecretFile(path)
  if (bytes === null) return makeIdentity(path, orbId ?? newId())
  try {
    const file = KeyFile.parse(JSON.parse(bytes.toString('utf8')))
    const key = await webcrypto.subtle.importKey('jwk', file.privateKey as webcrypto.JsonWebKey, P256, true, ['sign'])
    return await identity(file.orbId, key)
  } catch (error) {
    throw new PerigeeError(
      'internal',
      `The orb's key in ${path} cannot be read. Put it back from a copy; without it this orb is unknown to its relay.`,
      error,
    )
  }
}

/** Makes an orb's identity with a new key; an earlier key in this place is gone. */
export async function makeIdentity(path: string, orbId: string): Promise<OrbIdentity> {
  const pair = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const privateKey = await webcrypto.subtle.exportKey('jwk', pair.privateKey)
  writeSecretFile(path, JSON.stringify({ orbId, privateKey }))
  return identity(orbId, pair.privateKey)
}

async function identity(orbId: string, key: webcrypto.CryptoKey): Promise<OrbIdentity> {
  const { x, y } = await webcrypto.subtle.exportKey('jwk', key)
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x ?? '', 'base64url'), Buffer.from(y ?? '', 'base64url')])
  return {
    orbId,
    publicKey: point.toString('base64url'),
    sign: async (text) => {
      const signature = await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(text, 'utf8'))
      return Buffer.from(signature).toString('base64url')
    },
  }
}
