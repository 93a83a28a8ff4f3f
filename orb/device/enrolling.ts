import {
  ENROLMENT_MS,
  enrolmentText,
  writeEnrolment,
  type Enrolment,
  type UnsignedEnrolment,
} from '../../shared/devices/enrolment.ts'
import { newSecret, secretHash } from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import type { RelayClient } from './relay-client.ts'

/** An orb that is to get a new key and a generation; null: a new orb. */
export type EnrolledOrb = { readonly orbId: string; readonly generation: number } | null

/** An enrolment, ready to be pasted. */
export interface MadeEnrolment {
  /** What `perigee orb --enrol` takes: it holds a secret. */
  readonly string: string
  readonly expiresAt: number
}

/** Signs an enrolment, gives the relay what it may know of it, and writes the string for the orb. */
export async function makeEnrolment(client: RelayClient, orb: EnrolledOrb): Promise<MadeEnrolment> {
  const { device } = client
  const session = await client.session()
  const secret = newSecret()
  const unsigned: UnsignedEnrolment = {
    enrolmentId: newId(),
    secretHash: await secretHash(secret),
    founding: device.founding,
    rosterVersion: session.roster.version,
    orbId: orb?.orbId ?? null,
    generation: orb?.generation ?? 1,
    expiresAt: Date.now() + ENROLMENT_MS,
    by: device.deviceId,
  }
  const enrolment: Enrolment = { ...unsigned, signature: await device.key.sign(enrolmentText(unsigned)) }
  await client.tell('POST', '/api/enrolments', { enrolment })
  return { string: writeEnrolment({ relay: device.relay, enrolment, secret }), expiresAt: unsigned.expiresAt }
}
