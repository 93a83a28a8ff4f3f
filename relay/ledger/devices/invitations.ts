import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { WRONG_CODES, type InvitationState } from '../../../shared/devices/pairing.ts'
import type { RosterEntry } from '../../../shared/devices/roster-entry.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { InvitationTable } from '../schema/tables.ts'
import { statement } from '../store/statement.ts'
import type { InvitationOpen, InvitationRow, JoinClaim, JoinRecord, NonceReveal } from './device-ledger.ts'

/** Invitations of one device that may be under way at once. */
const MOST_UNDER_WAY = 5
const UNDER_WAY: readonly InvitationState[] = ['open', 'requested', 'revealed', 'answered']
/** How long an ended one is still told to those who ask how it ended. */
const KEPT_MS = 60 * 60_000

const insert = statement((slot: InvitationOpen) =>
  query.insertInto('invitations').values({
    invitation_id: slot.invitationId,
    by_device: slot.byDevice,
    ticket_hash: slot.ticketHash,
    code_hash: slot.codeHash,
    owner_commit: slot.commit,
    state: 'open',
    expires_at: slot.expiresAt,
  }),
)

const countOf = statement((slot: { byDevice: string; at: number }) =>
  query
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('by_device', '=', slot.byDevice)
    .where('state', 'in', [...UNDER_WAY])
    .where('expires_at', '>', slot.at),
)

const byId = statement((slot: { invitationId: string }) =>
  query.selectFrom('invitations').selectAll().where('invitation_id', '=', slot.invitationId),
)

const byToken = statement((slot: { tokenSha256: string }) =>
  query.selectFrom('invitations').selectAll().where('token_sha256', '=', slot.tokenSha256),
)

const REQUEST = (slot: { tokenSha256: string; request: string; expiresAt: number; at: number }) =>
  query
    .updateTable('invitations')
    .set({ state: 'requested', token_sha256: slot.tokenSha256, request: slot.request, expires_at: slot.expiresAt })
    .where('state', '=', 'open')
    .where('expires_at', '>', slot.at)

type RequestSlot = Parameters<typeof REQUEST>[0]

const requestByLink = statement((slot: RequestSlot & { invitationId: string; ticketHash: string }) =>
  REQUEST(slot).where('invitation_id', '=', slot.invitationId).where('ticket_hash', '=', slot.ticketHash),
)

const requestByCode = statement((slot: RequestSlot & { codeHash: string }) =>
  REQUEST(slot).where('code_hash', '=', slot.codeHash).where('wrong_codes', '<', WRONG_CODES),
)

const countWrongCode = statement((slot: { at: number }) =>
  query
    .updateTable('invitations')
    .set(({ eb, ref }) => ({ wrong_codes: eb(ref('wrong_codes'), '+', 1) }))
    .where('state', '=', 'open')
    .where('expires_at', '>', slot.at),
)

const revealOwner = statement((slot: NonceReveal) =>
  query
    .updateTable('invitations')
    .set({ state: 'revealed', owner_nonce: slot.nonce })
    .where('invitation_id', '=', slot.invitationId)
    .where('state', '=', 'requested')
    .where('expires_at', '>', slot.at),
)

const revealNew = statement((slot: NonceReveal) =>
  query
    .updateTable('invitations')
    .set({ state: 'answered', new_nonce: slot.nonce })
    .where('invitation_id', '=', slot.invitationId)
    .where('state', '=', 'revealed')
    .where('expires_at', '>', slot.at),
)

const confirm = statement((slot: { invitationId: string; byDevice: string; at: number }) =>
  query
    .updateTable('invitations')
    .set({ state: 'confirmed' })
    .where('invitation_id', '=', slot.invitationId)
    .where('by_device', '=', slot.byDevice)
    .where('state', '=', 'answered')
    .where('expires_at', '>', slot.at),
)

const burn = statement((slot: { invitationId: string }) =>
  query
    .updateTable('invitations')
    .set({ state: 'burned' })
    .where('invitation_id', '=', slot.invitationId)
    .where('state', 'in', [...UNDER_WAY]),
)

const burnOf = statement((slot: { byDevice: string }) =>
  query
    .updateTable('invitations')
    .set({ state: 'burned' })
    .where('by_device', '=', slot.byDevice)
    .where('state', 'in', [...UNDER_WAY]),
)

const expire = statement((slot: { now: number }) =>
  query
    .updateTable('invitations')
    .set({ state: 'expired' })
    .where('state', 'in', [...UNDER_WAY])
    .where('expires_at', '<=', slot.now),
)

const forget = statement((slot: { before: number }) =>
  query
    .deleteFrom('invitations')
    .where('state', 'not in', [...UNDER_WAY])
    .where('expires_at', '<=', slot.before),
)

const nextDue = statement((_: object) =>
  query
    .selectFrom('invitations')
    .select(({ fn }) => fn.min('expires_at').as('at'))
    .where('state', 'in', [...UNDER_WAY]),
)

/** Opens an invitation, unless its maker has a handful under way. */
export function openInvitation(op: Operation, opening: InvitationOpen): 'opened' | 'too-many' {
  const { byDevice, at } = opening
  if ((op.store.first(countOf, { byDevice, at })?.count ?? 0) >= MOST_UNDER_WAY) return 'too-many'
  op.store.run(insert, opening)
  return 'opened'
}

/** An invitation as it stands, or null. */
export function invitation(op: Operation, invitationId: string, at: number): InvitationRow | null {
  return view(op.store.first(byId, { invitationId }), at)
}

/** The invitation that a new device asked by, or null. */
export function invitationOfToken(op: Operation, tokenSha256: string, at: number): InvitationRow | null {
  return view(op.store.first(byToken, { tokenSha256 }), at)
}

/** Lets one device ask by an invitation, once. A wrong code counts against every code that is open. */
export function requestJoin(op: Operation, join: JoinRecord): InvitationRow | null {
  const { by, claim, tokenSha256, at, expiresAt } = join
  const slot = { tokenSha256, request: JSON.stringify(claim), expiresAt, at }
  const taken =
    'codeHash' in by ? op.store.run(requestByCode, { ...slot, ...by }) : op.store.run(requestByLink, { ...slot, ...by })
  if (taken === 1) return invitationOfToken(op, tokenSha256, at)
  if ('codeHash' in by) op.store.run(countWrongCode, { at })
  return null
}

/** Reveals a nonce where it is that side's turn. */
export function revealNonce(op: Operation, reveal: NonceReveal): boolean {
  return op.store.run(reveal.side === 'owner' ? revealOwner : revealNew, reveal) === 1
}

/** Ends an invitation that is under way. */
export function burnInvitation(op: Operation, invitationId: string): boolean {
  return op.store.run(burn, { invitationId }) === 1
}

/** Ends what a device has under way that counts no more. */
export function burnInvitationsOf(op: Operation, byDevice: string): void {
  op.store.run(burnOf, { byDevice })
}

/** Confirms an invitation by the entry that lets its device in: the same device, signed by the one that invited it. */
export function confirmInvitation(op: Operation, invitationId: string, entry: RosterEntry, at: number): boolean {
  const { by: byDevice, change } = entry
  const claim = invitation(op, invitationId, at)?.claim ?? null
  if (change.kind !== 'device.add' || claim === null) return false
  const { personId: _, ...added } = change.device
  return isDeepStrictEqual(added, claim.device) && op.store.run(confirm, { invitationId, byDevice, at }) === 1
}

/** Ends what is due by `now`; returns when the next is, or null. */
export function expireInvitations(op: Operation, now: number): number | null {
  op.store.run(expire, { now })
  op.store.run(forget, { before: now - KEPT_MS })
  return op.store.first(nextDue, {})?.at ?? null
}

type Row = Selectable<InvitationTable>

function view(row: Row | undefined, at: number): InvitationRow | null {
  if (row === undefined) return null
  return {
    invitationId: row.invitation_id,
    byDevice: row.by_device,
    state: stateOf(row, at),
    expiresAt: row.expires_at,
    ownerCommit: row.owner_commit,
    claim: row.request === null ? null : (JSON.parse(row.request) as JoinClaim),
    ownerNonce: row.owner_nonce,
    newNonce: row.new_nonce,
  }
}

/** Out of time is out of time, swept or not. Where a code was guessed at too often, its maker is told that. */
function stateOf({ state, expires_at, wrong_codes }: Row, at: number): InvitationState {
  const isOver = state === 'expired' || (UNDER_WAY.includes(state) && expires_at <= at)
  if (!isOver) return state
  return wrong_codes >= WRONG_CODES ? 'burned' : 'expired'
}
