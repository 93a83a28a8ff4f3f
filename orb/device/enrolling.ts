import { newEnrolment, writeEnrolment, type RenewedOrb } from '../../shared/devices/enrolment.ts'
import type { RelayClient } from './relay-client.ts'

/** An enrolment, ready to be pasted. */
export interface MadeEnrolment {
  /** What `perigee orb --enrol` takes: it holds a secret. */
  readonly string: string
  readonly expiresAt: number
}

/** Signs an enrolment, gives the relay what it may know of it, and writes the string for the orb. */
export async function makeEnrolment(client: RelayClient, orb: RenewedOrb): Promise<MadeEnrolment> {
  const { deviceId: by, founding, key, relay } = client.device
  const rosterVersion = (await client.session()).roster.version
  const signer = { founding, rosterVersion, by, at: Date.now() }
  const made = await newEnrolment(relay, orb, signer, (text) => key.sign(text))
  const { enrolment } = made
  await client.tell('POST', '/api/enrolments', { enrolment })
  return { string: writeEnrolment(made), expiresAt: enrolment.expiresAt }
}
