import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { announced, newInvitation, type Invitation } from '../../shared/devices/invitation.ts'
import {
  INVITATION_MS,
  InvitationView,
  joinMac,
  matchChoices,
  matchNumber,
  PAIRING_MS,
  pairingPath,
  secretHash,
  type JoiningDevice,
} from '../../shared/devices/pairing.ts'
import { untilSome } from './polling.ts'
import type { RelayClient } from './relay-client.ts'

/** An invitation that the relay has opened. */
export interface OpenInvitation extends Invitation {
  /** Of the link: `/pair#...`. */
  readonly path: string
  readonly expiresAt: number
}

/** A device that asks to come in, and the numbers from which its person chooses the one on its screen. */
export interface Applicant {
  readonly device: JoiningDevice
  readonly address: string
  /** True where the device proved that it had the link; a typed code proves less, and the number all the more. */
  readonly hadLink: boolean
  readonly choices: readonly string[]
  /** The one of them that the other screen shows. */
  readonly right: string
}

/** Makes an invitation, and tells the relay what it may know of it. */
export async function makeInvitation(client: RelayClient): Promise<OpenInvitation> {
  const invitation = newInvitation()
  const { expiresAt } = await client.post('/api/invitations', await announced(invitation), InvitationView)
  const { invitationId, secret } = invitation
  return { ...invitation, path: pairingPath({ invitationId, secret, founding: client.device.founding }), expiresAt }
}

/**
 * Waits for a device, checks that it had the link where it says so, exchanges nonces with it, and makes the numbers.
 * @throws PerigeeError where nobody comes in time, or what comes does not fit: the invitation is then burned
 */
export async function awaitApplicant(client: RelayClient, invitation: Invitation): Promise<Applicant> {
  const { invitationId, secret, nonce } = invitation
  const path = `/api/invitations/${invitationId}`
  const look = async () => openOrThrow(await client.get(path, InvitationView)).request
  const request = await untilSome(look, Date.now() + INVITATION_MS)
  if (request === null) throw nobodyCame()
  const { device, commit, mac, address } = request
  if (mac !== null && mac !== (await joinMac(secret, device, commit))) {
    await burn(client, invitationId)
    throw misfit('The device does not prove that it had the link.')
  }
  await client.tell('POST', `${path}/reveal`, { nonce })
  const newNonce = await untilSome(async () => (await look())?.nonce ?? null, Date.now() + PAIRING_MS)
  if (newNonce === null) throw nobodyCame()
  if ((await secretHash(newNonce)) !== commit) {
    await burn(client, invitationId)
    throw misfit("The device's number is not the one that it promised: somebody stands between.")
  }
  const { founding, key } = client.device
  const match = { founding, ownerKey: key.point, device, ownerNonce: nonce, newNonce }
  const right = await matchNumber(match)
  return { device, address, hadLink: mac !== null, choices: matchChoices(right), right }
}

/** Ends an invitation for good: nobody can use it any more. */
export function burn(client: RelayClient, invitationId: string): Promise<void> {
  return client.tell('DELETE', `/api/invitations/${invitationId}`)
}

function openOrThrow(view: InvitationView): InvitationView {
  if (view.state === 'burned') throw misfit('The invitation is burned: too many wrong codes were tried.')
  if (view.state === 'expired') throw nobodyCame()
  return view
}

function nobodyCame(): PerigeeError {
  return new PerigeeError(
    'gone',
    'Nobody came in time. Nothing was paired. Run the command again for a new invitation.',
  )
}

function misfit(why: string): PerigeeError {
  return new PerigeeError('conflict', `${why} Nothing was paired, and the invitation is burned.`)
}
