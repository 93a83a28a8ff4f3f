import { ENROLMENT_MS, enrolmentText, type EnrolmentString } from '../../shared/devices/enrolment.ts'
import { newSecret, secretHash } from '../../shared/devices/pairing.ts'
import type { UnsignedEnrolment } from '../../shared/devices/enrolment.ts'
import { newId } from '../../shared/ids.ts'
import type { TestRoster } from './roster.ts'

/** An enrolment that the roster's owner signs for a new orb; `more` goes over that before it is signed. */
export async function testEnrolment(
  { owner, present }: TestRoster,
  more: Partial<UnsignedEnrolment> = {},
  relay = 'http://localhost:8737',
): Promise<EnrolmentString> {
  const secret = newSecret()
  const unsigned: UnsignedEnrolment = {
    enrolmentId: newId(),
    secretHash: await secretHash(secret),
    founding: present.founding,
    rosterVersion: present.version,
    orbId: null,
    generation: 1,
    expiresAt: Date.now() + ENROLMENT_MS,
    by: owner.device.deviceId,
    ...more,
  }
  return { relay, enrolment: { ...unsigned, signature: await owner.sign(enrolmentText(unsigned)) }, secret }
}
