import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { INVITATION_MS, NewInvitation, Reveal, type InvitationView } from '../../shared/devices/pairing.ts'
import type { InvitationRow } from '../ledger/devices/device-ledger.ts'
import { deviceOf, idParam, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { sha256 } from './secrets.ts'

/** POST /api/invitations: an owner's device opens a way in for one more. */
export async function createInvitation(c: RelayContext): Promise<Response> {
  const { ledger, now } = c.var.services
  const { deviceId: byDevice } = deviceOf(c).device
  const asked = await readJsonBody(c, NewInvitation)
  const at = now()
  const opened = await ledger.openInvitation({ ...asked, byDevice, at, expiresAt: at + INVITATION_MS })
  if (opened === 'too-many') {
    throw new PerigeeError('too-many', 'This device has several invitations open. Withdraw one, or wait two minutes.')
  }
  return c.json(viewOf(await ownInvitation(c, asked.invitationId)), 201)
}

/** GET /api/invitations/:invitationId: how far it has come, for the device that made it. */
export async function getInvitation(c: RelayContext): Promise<Response> {
  return c.json(viewOf(await ownInvitation(c)))
}

/** POST /api/invitations/:invitationId/reveal: the owner's nonce, once the request is seen. */
export async function revealToJoining(c: RelayContext): Promise<Response> {
  const { ledger, now } = c.var.services
  const { nonce } = await readJsonBody(c, Reveal)
  const { invitationId, ownerCommit } = await ownInvitation(c)
  requireCommitted(nonce, ownerCommit)
  if (!(await ledger.revealNonce({ invitationId, side: 'owner', nonce, at: now() }))) throw outOfTurn()
  return c.json(viewOf(await ownInvitation(c)))
}

/** POST /api/invitations/:invitationId/refuse: a wrong number was chosen, or the device is not known to its owner. */
export async function refuseInvitation(c: RelayContext): Promise<Response> {
  const { ledger, log, now } = c.var.services
  const { invitationId, byDevice, claim } = await ownInvitation(c)
  if (!(await ledger.burnInvitation(invitationId))) throw outOfTurn()
  log.warn({ invitationId }, 'a pairing was refused')
  const detail = { invitationId, byDevice, device: claim?.device ?? null, address: claim?.address ?? null }
  await ledger.noteRefusal({ at: now(), kind: 'pairing.refused', orbId: null, detail })
  return c.json(viewOf(await ownInvitation(c)))
}

/** DELETE /api/invitations/:invitationId: withdraws it. One that has ended already stays as it ended. */
export async function withdrawInvitation(c: RelayContext): Promise<Response> {
  const { invitationId } = await ownInvitation(c)
  await c.var.services.ledger.burnInvitation(invitationId)
  return c.body(null, 204)
}

/** The invitation in the path, or one of this id, where the device that asks made it. */
async function ownInvitation(c: RelayContext, invitationId = idParam(c, 'invitationId')): Promise<InvitationRow> {
  const { ledger, now } = c.var.services
  const invitation = await ledger.invitation(invitationId, now())
  if (invitation?.byDevice === deviceOf(c).device.deviceId) return invitation
  throw new PerigeeError('not-found', 'There is no such invitation of this device.')
}

function viewOf({ invitationId, state, expiresAt, claim, newNonce }: InvitationRow): InvitationView {
  const request = claim === null ? null : { ...claim, nonce: newNonce }
  return { invitationId, state, expiresAt, request }
}

/** Throws where a nonce is not the one that was committed to. */
export function requireCommitted(nonce: string, commit: string): void {
  if (sha256(nonce) === commit) return
  throw new PerigeeError('bad-request', 'This is not the nonce that was committed to. Nothing was changed.')
}

/** What a side hears that speaks when it is not its turn, or when the pairing is over. */
export function outOfTurn(): PerigeeError {
  return new PerigeeError('conflict', 'This pairing is over, or it is not this side’s turn. Nothing was changed.')
}
