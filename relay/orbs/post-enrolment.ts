import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { ENROLMENT_MS, NewEnrolment } from '../../shared/devices/enrolment.ts'
import { actorOf, deviceOf, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { requireRight } from '../web/rights.ts'
import { standingOfEnrolment, targetOf } from './check-enrolment.ts'

/** How far a device's clock may be ahead of the relay's. */
const CLOCK_MS = 60_000

/** POST /api/enrolments: from now on an orb that shows this enrolment and its secret is let in, once. */
export async function postEnrolment(c: RelayContext): Promise<Response> {
  const { ledger, rosters, log, now } = c.var.services
  const { enrolment } = await readJsonBody(c, NewEnrolment)
  const { enrolmentId, orbId, by, expiresAt } = enrolment
  requireRight(c, 'manage', targetOf(enrolment))
  if (by !== deviceOf(c).device.deviceId) {
    throw new PerigeeError('forbidden', 'An enrolment is handed in by the device that signed it. Nothing was changed.')
  }
  const at = now()
  if (expiresAt > at + ENROLMENT_MS + CLOCK_MS) {
    throw new PerigeeError('bad-request', 'An enrolment counts for an hour at most. Nothing was changed.')
  }
  const standing = await standingOfEnrolment(rosters.present, enrolment, at)
  if (standing.standing === 'refused') {
    throw new PerigeeError('forbidden', `The enrolment does not count. ${standing.message} Nothing was changed.`)
  }
  switch (await ledger.addEnrolment(enrolment, actorOf(c), at)) {
    case 'gone':
      throw new PerigeeError('not-found', 'There is no such orb, or no more. Nothing was changed.')
    case 'conflict':
      throw new PerigeeError('conflict', 'Another enrolment has this id or this secret. Make a new one.')
    case 'kept':
      log.info({ enrolmentId, orbId, deviceId: by }, 'an enrolment was signed')
      return c.json({ enrolmentId, expiresAt })
  }
}
