import { PublicKey } from '../../shared/devices/keys.ts'
import type { Parsed } from './options.ts'

/** The public key of an orb: a P-256 point, uncompressed, base64url. */
export function parseOrbKey(text: string): Parsed<string> {
  const key = PublicKey.shape.point.safeParse(text)
  return key.success ? { value: key.data } : { problem: 'is no public key of an orb' }
}
