import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { actorOf, idParam, type RelayContext } from '../services.ts'

/**
 * DELETE /api/orbs/:orbId: removes an orb for good. What waits for an answer is void, its link and its rooms are closed,
 * and its events stay in the ledger.
 */
export async function deleteOrb(c: RelayContext): Promise<Response> {
  const { ledger, log, now } = c.var.services
  const orbId = idParam(c, 'orbId')
  const by = actorOf(c)
  if (!(await ledger.removeOrb(orbId, by, now()))) {
    throw new PerigeeError('not-found', 'There is no such orb, or no more.')
  }
  log.info({ orbId, deviceId: by.deviceId }, 'an orb was removed')
  return c.body(null, 204)
}
