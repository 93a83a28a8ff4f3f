import * as z from 'zod/mini'
import { Id, Millis, newId, Ordinal, Sha256 } from '../ids.ts'
import { base64urlBytes, base64urlText } from '../json/base64url.ts'
import { canonicalJson } from '../json/canonical.ts'
import { Signature } from './keys.ts'
import { newSecret, Secret, secretHash as hashOf } from './pairing.ts'

/** An enrolment counts this long until an orb uses it: time to walk to a machine and paste it. */
export const ENROLMENT_MS = 60 * 60_000

/** What an owner signs to let one orb in, once. */
export const UnsignedEnrolment = z.object({
  enrolmentId: Id,
  /** secretHash of the secret that the string carries. */
  secretHash: Sha256,
  /** The founding hash of the roster that the orb shall believe. */
  founding: Sha256,
  rosterVersion: Ordinal,
  /** Null: a new orb. Else this orb gets a new key, or its workspace a new generation: `generation` is then the new one. */
  orbId: z.nullable(Id),
  generation: z.int().check(z.gte(1)),
  expiresAt: Millis,
  /** The signing device. */
  by: Id,
})
/** What an owner signs to let one orb in, once. */
export type UnsignedEnrolment = z.infer<typeof UnsignedEnrolment>

/** A signed enrolment. */
export const Enrolment = z.extend(UnsignedEnrolment, { signature: Signature })
/** A signed enrolment. */
export type Enrolment = z.infer<typeof Enrolment>

/** What is signed of an enrolment. */
export function enrolmentText(enrolment: UnsignedEnrolment): string {
  const { enrolmentId, secretHash, founding, rosterVersion, orbId, generation, expiresAt, by } = enrolment
  const fields = { enrolmentId, secretHash, founding, rosterVersion, orbId, generation, expiresAt, by }
  return 'perigee-enrolment-v1\n' + canonicalJson(fields)
}

/** What `perigee orb --enrol` takes: where to dial, whom to believe, and the secret that is shown to the relay once. */
export const EnrolmentString = z.object({
  relay: z.url({ protocol: /^(https?|wss?)$/ }),
  enrolment: Enrolment,
  secret: Secret,
})
/** What `perigee orb --enrol` takes. */
export type EnrolmentString = z.infer<typeof EnrolmentString>

const PREFIX = 'perigee-orb-'

/** An enrolment as one word to paste. */
export function writeEnrolment(string: EnrolmentString): string {
  return PREFIX + base64urlText(new TextEncoder().encode(JSON.stringify(string)))
}

/** Reads a pasted enrolment; null where it is none, or not whole. */
export function readEnrolment(text: string): EnrolmentString | null {
  const word = text.trim()
  if (!word.startsWith(PREFIX)) return null
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(base64urlBytes(word.slice(PREFIX.length))))
    const read = EnrolmentString.safeParse(json)
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** The orb that an enrolment renews, with the generation that it shall have; null: a new orb. */
export type RenewedOrb = { readonly orbId: string; readonly generation: number } | null

/**
 * Makes and signs an enrolment with a secret of its own. `at`: milliseconds, the relay's clock as near as the signer
 * knows it. The relay is told its `enrolment`; the whole is what the orb gets.
 */
export async function newEnrolment(
  relay: string,
  orb: RenewedOrb,
  { at, ...signer }: Pick<UnsignedEnrolment, 'founding' | 'rosterVersion' | 'by'> & { readonly at: number },
  sign: (text: string) => Promise<string>,
): Promise<EnrolmentString> {
  const secret = newSecret()
  const unsigned: UnsignedEnrolment = {
    ...signer,
    enrolmentId: newId(),
    secretHash: await hashOf(secret),
    orbId: orb?.orbId ?? null,
    generation: orb?.generation ?? 1,
    expiresAt: at + ENROLMENT_MS,
  }
  return { relay, enrolment: { ...unsigned, signature: await sign(enrolmentText(unsigned)) }, secret }
}

/** POST /api/enrolments: keeps a signed enrolment until an orb uses it. */
export const NewEnrolment = z.object({ enrolment: Enrolment })
