import { secretHash } from '../../shared/devices/pairing.ts'
import type { Roster } from '../../shared/devices/roster.ts'
import type { Hello } from '../../shared/link/messages.ts'
import type { LinkAdmission } from '../ledger/ledger.ts'
import { standingOfEnrolment } from '../orbs/check-enrolment.ts'

/** What may let a hello's key or generation in, and why what it showed does not, where it showed something. */
export interface Admission {
  readonly admission: LinkAdmission
  readonly refused: string | null
}

/**
 * Judges what a hello shows of itself. An enrolment that does not count is no reason to refuse an orb that needs none:
 * a runner shows its own until the first welcome, which may have been lost.
 */
export async function admissionOf(
  hello: Hello,
  roster: Roster | null,
  trustedKeys: ReadonlySet<string>,
  at: number,
): Promise<Admission> {
  if (hello.enrol === null) {
    return { admission: { kind: trustedKeys.has(hello.key) ? 'trusted' : 'none' }, refused: null }
  }
  const { enrolment, secret } = hello.enrol
  const { orbId, generation, enrolmentId } = enrolment
  const none = (refused: string): Admission => ({ admission: { kind: 'none' }, refused })
  if ((await secretHash(secret)) !== enrolment.secretHash) return none('Its secret is not the one that was signed.')
  if (orbId !== null && orbId !== hello.orbId) return none('It is for another orb.')
  if (generation !== hello.generation) return none(`It is for generation ${generation} of the orb.`)
  const { standing, ...why } = await standingOfEnrolment(roster, enrolment, at)
  if (standing !== 'counts') return none('message' in why ? why.message : '')
  return { admission: { kind: 'enrolment', enrolmentId, secretHash: enrolment.secretHash }, refused: null }
}
