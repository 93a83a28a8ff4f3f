import * as z from 'zod/mini'
import { Id, Millis, Ordinal, Sha256 } from '../ids.ts'
import { base64urlBytes, base64urlText } from '../json/base64url.ts'
import { digestOf, sha256Hex } from '../json/digest.ts'
import { Name } from '../people/name.ts'
import { PublicKey } from './keys.ts'
import { RosterEntry } from './roster-entry.ts'

/*
 * How one more device comes in. O: a device of an owner. N: the new one. R: the relay, which is not believed.
 *
 *   O  makes a secret (128 bits), a code (8 characters) and a nonce; tells R hashes of all three (NewInvitation)
 *   N  by link: has the secret, and sends R the ticket that is made of it, and a MAC of its device under it
 *      by code: sends R the code. Both: its device, and the hash of a nonce of its own (JoinRequest)
 *   O  sees the request, checks the MAC where there is one, and reveals its nonce
 *   N  checks that nonce against its hash, reveals its own, and shows the match number
 *   O  checks that nonce, shows three numbers, and signs the roster entry where the right one is chosen
 *
 * Both nonces are committed to before either is known, so R has one try in a million to swap or rename a device unseen.
 */

/** An invitation counts this long until it is redeemed; so does a first pairing's code. */
export const INVITATION_MS = 2 * 60_000
/** From the request to the owner's answer. */
export const PAIRING_MS = 10 * 60_000
/** Wrong codes that end every code that is open. The links, of 128 bits, stay. */
export const WRONG_CODES = 5

/** Letters and digits that are told apart when read aloud: 32 of them, 40 bits in a code. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A new code of 8 characters, without the dash in the middle that screens show. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  let code = ''
  for (const byte of bytes) code += CODE_ALPHABET[byte & 31]
  return code
}

/** What a person typed as a code: upper case, without spaces and dashes; null where it can be none. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return Code.safeParse(code).success ? code : null
}

/** A code as people read it: in two halves. */
export function shownCode(code: string): string {
  return code.slice(0, 4) + '-' + code.slice(4)
}

/** 128 random bits, base64url: an invitation's secret, or a nonce of either side. */
export function newSecret(): string {
  return base64urlText(crypto.getRandomValues(new Uint8Array(16)))
}

/** A secret or nonce of newSecret: 16 bytes, so that four bits of its last character are spare and have to be zero. */
export const Secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{21}[AQgw]$/))
const Code = z.string().check(z.regex(/^[2-9A-HJ-NP-Z]{8}$/))

/** What the relay keeps of a secret, a ticket, a code or a nonce. */
export function secretHash(secret: string): Promise<string> {
  return sha256Hex(new TextEncoder().encode(secret))
}

/** What N shows R in place of the invitation's secret: R learns this, and cannot make the MAC of it. */
export function ticketOf(secret: string): Promise<string> {
  return hmac(secret, 'perigee-invitation-ticket-v1')
}

/** N's MAC: only who has the secret can say that this device is meant. */
export function joinMac(secret: string, device: JoiningDevice, commit: string): Promise<string> {
  return hmac(secret, ['perigee-join-v1', ...fieldsOf(device), commit].join('\n'))
}

/** Everything that a device says of itself. No field holds a line break, so joined lines say one thing only. */
function fieldsOf({ deviceId, name, kind, key, account }: JoiningDevice): readonly string[] {
  return [deviceId, name, kind, key.alg, key.point, account ?? '']
}

async function hmac(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', base64urlBytes(secret), algorithm, false, ['sign'])
  return base64urlText(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))))
}

/** What both sides must agree on for the same match number. */
export interface Match {
  readonly founding: string
  /** The point of the owner's key. */
  readonly ownerKey: string
  /** The new device as it described itself: its name, kind and account count as much as its key. */
  readonly device: JoiningDevice
  readonly ownerNonce: string
  readonly newNonce: string
}

/** The six digits that both screens show. */
export async function matchNumber({ founding, ownerKey, device, ownerNonce, newNonce }: Match): Promise<string> {
  const hash = await digestOf(['perigee-match-v1', founding, ownerKey, ...fieldsOf(device), ownerNonce, newNonce])
  // 48 bits: what is left over of the division shifts no number's odds by more than one in 10^8.
  return String(Number.parseInt(hash.slice(0, 12), 16) % 1_000_000).padStart(6, '0')
}

/** The right number among two others, in random order: what an owner chooses from. */
export function matchChoices(right: string): readonly string[] {
  const choices = new Set([right])
  while (choices.size < 3) {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    choices.add(String(random % 1_000_000).padStart(6, '0'))
  }
  // The numbers are random, so their order is.
  return [...choices].sort()
}

/** A device that asks to come in: no person and no right yet. */
export const JoiningDevice = z.object({
  deviceId: Id,
  name: Name,
  kind: z.enum(['browser', 'command-line']),
  key: PublicKey,
  account: z.nullable(Sha256),
})
/** A device that asks to come in. */
export type JoiningDevice = z.infer<typeof JoiningDevice>

/** What an invitation's link holds in its fragment: `/pair#<invitationId>.<secret>.<founding>`. */
export interface PairingLink {
  readonly invitationId: string
  readonly secret: string
  readonly founding: string
}

/** The path of an invitation's link. A fragment is never sent to a server. */
export function pairingPath({ invitationId, secret, founding }: PairingLink): string {
  return `/pair#${invitationId}.${secret}.${founding}`
}

/** Reads the fragment of an invitation's link, with or without its `#`; null where it is none. */
export function readPairingFragment(fragment: string): PairingLink | null {
  const [invitationId = '', secret = '', founding = '', ...more] = fragment.replace(/^#/, '').split('.')
  const fits =
    Id.safeParse(invitationId).success && Secret.safeParse(secret).success && Sha256.safeParse(founding).success
  return fits && more.length === 0 ? { invitationId, secret, founding } : null
}

/** GET /api/relay: what a page has to know before anybody is signed in. */
export const RelayInfo = z.object({
  software: z.string(),
  /** The roster's founding hash and its head; null before the first pairing. */
  roster: z.nullable(z.object({ founding: Sha256, version: Ordinal, hash: Sha256 })),
  /** The https address that a phone can open, where one is set. */
  publicUrl: z.nullable(z.string()),
})
/** What a page has to know before anybody is signed in. */
export type RelayInfo = z.infer<typeof RelayInfo>

/** POST /api/pairing/codes (local key, unpaired relay): a first pairing's link and code. `path`: `/first#<secret>`. */
export const FirstCode = z.object({ path: z.string(), code: z.string(), expiresAt: Millis })
/** A first pairing's link and code. */
export type FirstCode = z.infer<typeof FirstCode>

/** POST /api/pairing/first: founds the roster, by the link's secret or the typed code. */
export const FirstPairing = z.object({
  proof: z.union([z.object({ secret: Secret }), z.object({ code: Code })]),
  entry: RosterEntry,
})
/** POST /api/pairing/first. */
export type FirstPairing = z.infer<typeof FirstPairing>

/** POST /api/recover: an entry that the recovery key signed. */
export const RecoverRequest = z.object({ entry: RosterEntry })

/**
 * POST /api/invitations (an owner): a way in for one device, for INVITATION_MS. The relay learns hashes alone, and
 * answers with an InvitationView. DELETE /api/invitations/:invitationId (the device that made it) burns it: 204.
 */
export const NewInvitation = z.object({
  invitationId: Id,
  /** secretHash of ticketOf the secret, of the code, and of the owner's nonce. */
  ticketHash: Sha256,
  codeHash: Sha256,
  commit: Sha256,
})
/** POST /api/invitations. */
export type NewInvitation = z.infer<typeof NewInvitation>

/** How far an invitation has come. `burned`: a wrong match number, or five wrong codes and no link used. */
export const InvitationState = z.enum(['open', 'requested', 'revealed', 'answered', 'confirmed', 'burned', 'expired'])
/** How far an invitation has come. */
export type InvitationState = z.infer<typeof InvitationState>

/** GET /api/invitations/:invitationId (the device that made it). */
export const InvitationView = z.object({
  invitationId: Id,
  state: InvitationState,
  expiresAt: Millis,
  request: z.nullable(
    z.object({
      device: JoiningDevice,
      commit: Sha256,
      /** By link: joinMac. By code: null. */
      mac: z.nullable(z.string()),
      /** Where it came from, as the relay saw it. */
      address: z.string(),
      /** Once it is revealed. */
      nonce: z.nullable(Secret),
    }),
  ),
})
/** An invitation, as its maker sees it. */
export type InvitationView = z.infer<typeof InvitationView>

/** POST /api/invitations/:invitationId/reveal, and POST /api/pairing/request/reveal. */
export const Reveal = z.object({ nonce: Secret })

/** POST /api/pairing/requests: a new device asks to come in. */
export const JoinRequest = z.object({
  by: z.union([
    z.object({
      invitationId: Id,
      ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
      mac: z.string().check(z.maxLength(64)),
    }),
    z.object({ code: Code }),
  ]),
  device: JoiningDevice,
  commit: Sha256,
})
/** A new device asks to come in. */
export type JoinRequest = z.infer<typeof JoinRequest>

/** The answer: nothing readable, only what the match number is made of. `token` names the request from now on. */
export const JoinAnswer = z.object({
  token: z.string(),
  expiresAt: Millis,
  founding: Sha256,
  ownerKey: PublicKey,
  commit: Sha256,
})
/** The answer to a JoinRequest. */
export type JoinAnswer = z.infer<typeof JoinAnswer>

/** GET /api/pairing/request, with `Authorization: Perigee-Pairing <token>`. */
export const JoinState = z.object({
  state: InvitationState,
  /** The owner's nonce, once it is revealed. */
  nonce: z.nullable(Secret),
})
/** How a request stands, as the new device sees it. */
export type JoinState = z.infer<typeof JoinState>

/** POST /api/roster: one more entry. `invitationId`: the pairing that it confirms, which must name the same device. */
export const AppendRequest = z.object({ entry: RosterEntry, invitationId: z.nullable(Id) })
/** POST /api/roster. */
export type AppendRequest = z.infer<typeof AppendRequest>

/** What became of an entry. `conflict`: another one came first, sign again on top of it. */
export const AppendOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('appended'), version: Ordinal, hash: Sha256 }),
  z.object({ outcome: z.literal('conflict'), version: Ordinal, hash: Sha256 }),
  z.object({ outcome: z.literal('refused'), problem: z.string(), message: z.string() }),
])
/** What became of an entry. */
export type AppendOutcome = z.infer<typeof AppendOutcome>

/** GET /api/roster (an owner): the whole chain. */
export const RosterPage = z.object({ entries: z.array(RosterEntry) })
/** The whole chain. */
export type RosterPage = z.infer<typeof RosterPage>

/** GET /api/devices (an owner): what the relay alone knows of devices. */
export const DeviceActivity = z.object({
  devices: z.array(
    z.object({ deviceId: Id, lastSeenAt: z.nullable(Millis), address: z.nullable(z.string()), connected: z.boolean() }),
  ),
})
/** What the relay alone knows of devices. */
export type DeviceActivity = z.infer<typeof DeviceActivity>
