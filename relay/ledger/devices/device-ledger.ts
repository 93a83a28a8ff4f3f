import type { InvitationState, JoiningDevice, NewInvitation } from '../../../shared/devices/pairing.ts'
import type { RosterEntry } from '../../../shared/devices/roster-entry.ts'

/** What the ledger keeps of devices: the roster, who is signed in, and who is on the way in. */
export interface DeviceLedger {
  /** The whole roster, oldest entry first. */
  roster(): Promise<RosterEntry[]>
  /**
   * Appends an entry that was checked: with it, in one transaction, the index of devices, the sessions of revoked ones,
   * the invitation that it confirms, and the audit row. Each version is there once.
   */
  appendRoster(append: RosterAppend): Promise<RosterAppendOutcome>

  /** Opens a session of a device that counts; null where it does not, any more or yet. */
  openSession(session: SessionOpen): Promise<SessionRow | null>
  /** The session of a token, while it lasts. */
  session(tokenSha256: string, at: number): Promise<SessionRow | null>
  /** Ends every session of a device. */
  endSessions(deviceId: string): Promise<void>
  /** A device proved its key, from this address; false for one that does not count. */
  deviceSeen(deviceId: string, address: string, at: number): Promise<boolean>
  /** When and from where each device was heard of last. */
  deviceActivity(): Promise<DeviceSeen[]>

  /** Opens an invitation; `too-many` where this device has a handful open. */
  openInvitation(invitation: InvitationOpen): Promise<'opened' | 'too-many'>
  invitation(invitationId: string, at: number): Promise<InvitationRow | null>
  /** The invitation that a new device asked by, or null. */
  invitationOfToken(tokenSha256: string, at: number): Promise<InvitationRow | null>
  /** A new device asks to come in, by link or by code. A wrong code counts against every code that is open. */
  requestJoin(request: JoinRecord): Promise<InvitationRow | null>
  /** Moves an invitation on, where it stands as it must: the owner's nonce, then the new device's. */
  revealNonce(reveal: NonceReveal): Promise<boolean>
  /** Ends an invitation that is not confirmed: withdrawn, or a wrong number was chosen. */
  burnInvitation(invitationId: string): Promise<boolean>
}

/** An entry of the roster on its way into the ledger. */
export interface RosterAppend {
  readonly entry: RosterEntry
  readonly hash: string
  readonly invitationId: string | null
  /** The relay's clock. */
  readonly at: number
}

/** `no-invitation`: it is not answered by both sides, not for this device, or its time is up. */
export type RosterAppendOutcome = 'appended' | 'no-invitation'

/** A device that proved its key. Of the token only its hash is known here. */
export interface SessionOpen {
  readonly tokenSha256: string
  readonly deviceId: string
  readonly address: string
  readonly at: number
  readonly expiresAt: number
}

/** A session. Who the device is, the roster says. */
export interface SessionRow {
  readonly tokenSha256: string
  readonly deviceId: string
  readonly expiresAt: number
}

/** What the relay alone knows of a device. */
export interface DeviceSeen {
  readonly deviceId: string
  readonly lastSeenAt: number | null
  readonly address: string | null
}

/** An invitation as its maker asked for it. */
export interface InvitationOpen extends NewInvitation {
  readonly byDevice: string
  readonly at: number
  readonly expiresAt: number
}

/** What a new device said of itself. */
export interface JoinClaim {
  readonly device: JoiningDevice
  readonly commit: string
  readonly mac: string | null
  readonly address: string
}

/** A new device that asks to come in. `by`: hashes of what it showed. */
export interface JoinRecord {
  readonly by: { readonly invitationId: string; readonly ticketHash: string } | { readonly codeHash: string }
  readonly claim: JoinClaim
  readonly tokenSha256: string
  readonly at: number
  readonly expiresAt: number
}

/** A nonce that one side reveals. Whether it fits its commitment was checked before. */
export interface NonceReveal {
  readonly invitationId: string
  readonly side: 'owner' | 'new'
  readonly nonce: string
  readonly at: number
}

/** An invitation as it stands. `state` is `expired` from the moment on, whether it was swept or not. */
export interface InvitationRow {
  readonly invitationId: string
  readonly byDevice: string
  readonly state: InvitationState
  readonly expiresAt: number
  readonly ownerCommit: string
  readonly claim: JoinClaim | null
  readonly ownerNonce: string | null
  readonly newNonce: string | null
}
