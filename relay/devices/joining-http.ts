import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { JoinRequest, PAIRING_MS, Reveal, type JoinAnswer, type JoinState } from '../../shared/devices/pairing.ts'
import { liveDevice } from '../../shared/devices/roster.ts'
import type { InvitationRow, JoinRecord } from '../ledger/devices/device-ledger.ts'
import type { RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { limitAddress } from '../web/limits.ts'
import { addressOf } from '../web/way.ts'
import { outOfTurn, requireCommitted } from './invitations-http.ts'
import { newToken, sha256 } from './secrets.ts'

/** POST /api/pairing/requests: a new device asks to come in. It learns what the match number is made of, and no more. */
export async function requestJoin(c: RelayContext): Promise<Response> {
  const { ledger, rosters, limits, now } = c.var.services
  limitAddress(c, limits.pairing)
  const { by, device, commit } = await readJsonBody(c, JoinRequest)
  const token = newToken()
  const at = now()
  const invitation = await ledger.requestJoin({
    by: shown(by),
    claim: { device, commit, mac: 'code' in by ? null : by.mac, address: addressOf(c) },
    tokenSha256: sha256(token),
    at,
    expiresAt: at + PAIRING_MS,
  })
  const roster = rosters.present
  const owner = roster === null || invitation === null ? null : liveDevice(roster, invitation.byDevice)
  if (roster === null || invitation === null || owner === null) {
    throw new PerigeeError(
      'gone',
      'This link or code is wrong, was used, or has expired. Ask for a new one on a device that is paired.',
    )
  }
  const { expiresAt, ownerCommit } = invitation
  const answer: JoinAnswer = { token, expiresAt, founding: roster.founding, ownerKey: owner.key, commit: ownerCommit }
  return c.json(answer, 201)
}

/** GET /api/pairing/request: how a request stands, as the new device sees it. */
export function getJoin(c: RelayContext): Response {
  const { state, ownerNonce } = joiningOf(c)
  return c.json({ state, nonce: ownerNonce } satisfies JoinState)
}

/** POST /api/pairing/request/reveal: the new device's nonce, after it has seen the owner's. */
export async function revealToOwner(c: RelayContext): Promise<Response> {
  const { ledger, now } = c.var.services
  const { nonce } = await readJsonBody(c, Reveal)
  const { invitationId, claim, ownerNonce } = joiningOf(c)
  requireCommitted(nonce, claim?.commit ?? '')
  if (!(await ledger.revealNonce({ invitationId, side: 'new', nonce, at: now() }))) throw outOfTurn()
  return c.json({ state: 'answered', nonce: ownerNonce } satisfies JoinState)
}

function joiningOf(c: RelayContext): InvitationRow {
  const { caller } = c.var
  if (caller.kind !== 'joining') throw new PerigeeError('unauthenticated', 'This address is for a device that asked.')
  return caller.invitation
}

function shown(by: JoinRequest['by']): JoinRecord['by'] {
  if ('code' in by) return { codeHash: sha256(by.code) }
  return { invitationId: by.invitationId, ticketHash: sha256(by.ticket) }
}
