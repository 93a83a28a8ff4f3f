import * as z from 'zod/mini'
import { Id, Millis, Ordinal, Sha256 } from '../ids.ts'
import { canonicalJson } from '../json/canonical.ts'
import { sha256Hex } from '../json/digest.ts'
import { Person } from '../people/grants.ts'
import { Name } from '../people/name.ts'
import { PublicKey, RelyingParty, Signature } from './keys.ts'

/** A browser, an installed app or a command line with a key of its own. */
export const Device = z.object({
  deviceId: Id,
  name: Name,
  personId: Id,
  kind: z.enum(['browser', 'command-line']),
  key: PublicKey,
  /**
   * Of a command line: the account of the machine that it runs as (see `accountOf` of the programs). It may not decide
   * for an orb whose agent runs as the same one, since that agent could read its key.
   */
  account: z.nullable(Sha256),
})
/** A browser, an installed app or a command line with a key of its own. */
export type Device = z.infer<typeof Device>

/** The trust root: the first owner, signed with that device's own key. `recoveryKey` is a P-256 point, base64url. */
const Found = z.object({
  kind: z.literal('found'),
  device: Device,
  person: Person,
  recoveryKey: PublicKey,
  party: z.nullable(RelyingParty),
})
/** One more device. `person` is its person as they stand from now on, whether new or known. */
const AddDevice = z.object({ kind: z.literal('device.add'), device: Device, person: Person })
/** A device that counts no more. A device may sign its own; `at` bounds what it signed before. */
const RevokeDevice = z.object({
  kind: z.literal('device.revoke'),
  deviceId: Id,
  why: z.enum(['signed-out', 'removed', 'lost']),
})
/** A person's name and grants as they stand from now on. */
const SetPerson = z.object({ kind: z.literal('person.set'), person: Person })
/** By the recovery key alone: every device is revoked, this owner is added, and the next recovery key is named. */
const Recover = z.object({ kind: z.literal('recover'), device: Device, person: Person, recoveryKey: PublicKey })

/** What an entry of the roster does. */
export const RosterChange = z.discriminatedUnion('kind', [Found, AddDevice, RevokeDevice, SetPerson, Recover])
/** What an entry of the roster does. */
export type RosterChange = z.infer<typeof RosterChange>

/** An entry of the roster, still to be signed. */
export const UnsignedEntry = z.object({
  version: Ordinal,
  /** The hash of the entry before; null for entry 0. */
  previous: z.nullable(Sha256),
  at: Millis,
  /** The signing device; for `recover` the word "recovery". */
  by: Id,
  change: RosterChange,
})
/** An entry of the roster, still to be signed. */
export type UnsignedEntry = z.infer<typeof UnsignedEntry>

/** A signed entry of the roster. */
export const RosterEntry = z.extend(UnsignedEntry, { signature: Signature })
/** A signed entry of the roster. */
export type RosterEntry = z.infer<typeof RosterEntry>

/** Who signs a `recover`. */
export const BY_RECOVERY = 'recovery'

/** What is signed of an entry: a domain tag and its canonical JSON without the signature. */
export function entryText({ version, previous, at, by, change }: UnsignedEntry): string {
  return 'perigee-roster-v1\n' + canonicalJson({ version, previous, at, by, change })
}

/** SHA-256 of what is signed. The signature is left out: one text may have several true ones. */
export function entryHash(entry: UnsignedEntry): Promise<string> {
  return sha256Hex(new TextEncoder().encode(entryText(entry)))
}

/** What an entry stands on: the newest one before it. */
export interface EntryHead {
  readonly version: number
  readonly hash: string
}

/**
 * The signed entry that makes a change on top of a head; null: entry 0. `by`: the signing device, or BY_RECOVERY. `at`:
 * milliseconds, the relay's clock as near as the signer knows it.
 */
export async function signedEntry(
  head: EntryHead | null,
  { by, at, change }: Pick<UnsignedEntry, 'by' | 'at' | 'change'>,
  sign: (text: string) => string | Promise<string>,
): Promise<RosterEntry> {
  const entry = { version: head === null ? 0 : head.version + 1, previous: head?.hash ?? null, at, by, change }
  return { ...entry, signature: await sign(entryText(entry)) }
}
