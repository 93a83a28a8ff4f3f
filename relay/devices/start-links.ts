import { createHash, randomBytes } from 'node:crypto'
import type { StartLink } from '../../shared/http/api.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** Long enough to walk to a browser, short enough that an old terminal gives nothing away. */
const START_LINK_MS = 10 * 60_000

/**
 * Makes a single-use start link: 128 random bits in the fragment, which browsers never send. The ledger gets the hash
 * alone, so the secret exists only where it was printed.
 */
export async function makeStartLink(ledger: Ledger, at: number): Promise<StartLink> {
  const secret = randomBytes(16).toString('base64url')
  const expiresAt = at + START_LINK_MS
  await ledger.createStartLink(sha256(secret), expiresAt)
  return { path: '/start#' + secret, expiresAt }
}

/** SHA-256 of a secret's text as hexadecimal digits: the only form in which the ledger knows secrets. */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
