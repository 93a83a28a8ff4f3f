import { createHash } from 'node:crypto'
import { StopAllRequest, type StopAllOutcome } from '../../shared/http/api.ts'
import { actorOf, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { hasRight } from '../web/rights.ts'

/** POST /api/stop-all: one `stop` for every orb that this person may operate. Sent again, it records nothing that is recorded already. */
export async function stopAll(c: RelayContext): Promise<Response> {
  const { ledger, metrics, now } = c.var.services
  const { commandId } = await readJsonBody(c, StopAllRequest)
  const by = actorOf(c)
  const at = now()
  const fleet = (await ledger.fleet()).filter(({ orbId }) => hasRight(c, 'operate', { kind: 'orb', orbId }))
  const stops = await Promise.all(
    fleet.map(async ({ orbId }) => {
      const stop = { orbId, commandId: stopId(commandId, orbId) }
      const recorded = await ledger.recordCommand({ ...stop, fence: 0, command: { kind: 'stop' }, by, at })
      metrics.command('stop', recorded.outcome)
      return recorded.outcome === 'recorded' ? [stop] : []
    }),
  )
  return c.json({ outcome: 'recorded', at, orbs: stops.flat() } satisfies StopAllOutcome)
}

/** The same id for the same request and orb, so that a repetition finds its first command: 22 characters, as ids are. */
export function stopId(commandId: string, orbId: string): string {
  return createHash('sha256').update(`stop-all\n${commandId}\n${orbId}`).digest('base64url').slice(0, 22)
}
