import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { parseProofHeader } from '../../shared/devices/proofs.ts'
import type { DeviceCaller, RelayContext } from '../services.ts'
import { readBody } from '../web/body.ts'
import { tooMany } from '../web/limits.ts'
import { addressOf, limitKeyOf } from '../web/way.ts'
import { tokenOf } from './cookie.ts'
import { sha256 } from './secrets.ts'
import { deviceRow } from './viewer.ts'

/** The device whose session's cookie a request carries, or null. A revoked device is none, at once. */
export async function callerOfCookie(c: RelayContext): Promise<DeviceCaller | null> {
  const { ledger, rosters, now } = c.var.services
  const token = tokenOf(c)
  const session = token === null ? null : await ledger.session(sha256(token), now())
  const device = session === null ? null : deviceRow(rosters.present, session.deviceId)
  if (session === null || device === null) return null
  return { kind: 'device', device, tokenSha256: session.tokenSha256, sessionEndsAt: session.expiresAt }
}

/** The device whose key signed this very request. Throws `unauthenticated` where none did. */
export async function callerOfProof(c: RelayContext): Promise<DeviceCaller> {
  const { ledger, rosters, limits, now } = c.var.services
  const signer = await signerOf(c, c.req.header('authorization') ?? '')
  const device = signer === null ? null : deviceRow(rosters.present, signer)
  if (device === null) {
    throw new PerigeeError(
      'unauthenticated',
      'This needs a proof by the key of a device that is paired here, made just now. Check the clock of this machine.',
    )
  }
  if (limits.sightings.take(device.deviceId)) await ledger.deviceSeen(device.deviceId, addressOf(c), now())
  return { kind: 'device', device, tokenSha256: null, sessionEndsAt: null }
}

/**
 * The device whose key signed this very request, its body included, by a `Perigee-Device` header; null for none. Each
 * proof counts once, and wrong ones are bounded per address.
 */
export async function signerOf(c: RelayContext, header: string): Promise<string | null> {
  const { requestProofs, limits } = c.var.services
  if (limits.wrongProofs.isSpent(limitKeyOf(c))) throw tooMany()
  const proof = parseProofHeader(header)
  const asked = { method: c.req.method, path: c.env.incoming.url ?? '', host: c.req.header('host') ?? '' }
  const isTrue = proof !== null && (await requestProofs.accepts(proof, asked))
  if (isTrue && proof.bodySha256 === sha256(await readBody(c))) return proof.deviceId
  limits.wrongProofs.take(limitKeyOf(c))
  return null
}
