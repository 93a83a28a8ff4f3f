import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import {
  AppendRequest,
  type AppendOutcome,
  type DeviceActivity,
  type RosterPage,
} from '../../shared/devices/pairing.ts'
import { deviceOf, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'

/** Each outcome is a true answer with a body of its own; the status only sorts it for tools. */
const STATUS: Readonly<Record<AppendOutcome['outcome'], ContentfulStatusCode>> = {
  appended: 200,
  conflict: 409,
  refused: 403,
}

/** GET /api/roster: the whole chain. */
export function getRoster(c: RelayContext): Response {
  const page: RosterPage = { entries: [...c.var.services.rosters.entriesAfter(-1)] }
  return c.json(page)
}

/**
 * POST /api/roster: one more entry, by the device that signed it. Whether it may is the roster's own rule, which orbs
 * check as well: an owner anything, everybody else the end of their own device.
 */
export async function postRoster(c: RelayContext): Promise<Response> {
  const { entry, invitationId } = await readJsonBody(c, AppendRequest)
  if (entry.by !== deviceOf(c).device.deviceId) {
    throw new PerigeeError('forbidden', 'A device brings the entries that it signed itself. Nothing was changed.')
  }
  return answerAppend(c, await c.var.services.rosters.append(entry, invitationId))
}

/** GET /api/devices: what the relay alone knows of devices. */
export async function getDevices(c: RelayContext): Promise<Response> {
  const { ledger, deviceSockets } = c.var.services
  const seen = await ledger.deviceActivity()
  const devices = seen.map((one) => ({ ...one, connected: deviceSockets.isConnected(one.deviceId) }))
  return c.json({ devices } satisfies DeviceActivity)
}

/** Says what became of an entry. */
export function answerAppend(c: RelayContext, outcome: AppendOutcome): Response {
  return c.json(outcome, STATUS[outcome.outcome])
}
