import { newId } from '../ids.ts'
import {
  joinMac,
  newCode,
  newSecret,
  secretHash,
  ticketOf,
  type JoiningDevice,
  type JoinRequest,
  type NewInvitation,
  type PairingLink,
} from './pairing.ts'

/** An invitation as its maker holds it. Its secrets leave that device by the link, the code and, at last, the nonce. */
export interface Invitation {
  readonly invitationId: string
  readonly secret: string
  readonly code: string
  readonly nonce: string
}

/** Makes the secrets of an invitation. */
export function newInvitation(): Invitation {
  return { invitationId: newId(), secret: newSecret(), code: newCode(), nonce: newSecret() }
}

/** What the relay gets to know of an invitation: hashes. */
export async function announced({ invitationId, secret, code, nonce }: Invitation): Promise<NewInvitation> {
  return {
    invitationId,
    ticketHash: await secretHash(await ticketOf(secret)),
    codeHash: await secretHash(code),
    commit: await secretHash(nonce),
  }
}

/** What a new device was given: an invitation's link, or the code that stands beside it. */
export type Invited = { readonly link: PairingLink } | { readonly code: string }

/** What a new device asks a relay by what it was given. `commit`: the hash of a nonce of its own. */
export async function joinRequest(invited: Invited, device: JoiningDevice, commit: string): Promise<JoinRequest> {
  if ('code' in invited) return { by: { code: invited.code }, device, commit }
  const { invitationId, secret } = invited.link
  const [ticket, mac] = [await ticketOf(secret), await joinMac(secret, device, commit)]
  return { by: { invitationId, ticket, mac }, device, commit }
}
