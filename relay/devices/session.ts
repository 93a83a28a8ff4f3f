import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { isSignedBy } from '../../shared/devices/keys.ts'
import { sessionText } from '../../shared/devices/proofs.ts'
import type { Member } from '../../shared/devices/roster.ts'
import { SESSION_MS, SessionRequest, type Session } from '../../shared/http/api.ts'
import { SOFTWARE } from '../../shared/version.ts'
import type { DeviceRow } from '../ledger/ledger.ts'
import { deviceOf, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { limitAddress } from '../web/limits.ts'
import { addressOf } from '../web/way.ts'
import { clearToken, setToken } from './cookie.ts'
import { newToken, sha256 } from './secrets.ts'
import { deviceRow } from './viewer.ts'

/** POST /api/session/nonce: something fresh to sign. */
export function createNonce(c: RelayContext): Response {
  const { nonces, limits } = c.var.services
  limitAddress(c, limits.sessions)
  return c.json({ nonce: nonces.issue() })
}

/** POST /api/session: a device's key signed our nonce for this origin, so its browser gets a new token. */
export async function createSession(c: RelayContext): Promise<Response> {
  const { ledger, nonces, limits, now } = c.var.services
  limitAddress(c, limits.sessions)
  const { deviceId, nonce, signature } = await readJsonBody(c, SessionRequest)
  // Whatever comes of it, it is used up.
  const isFresh = nonces.spend(nonce)
  // The guard saw that it is one of ours.
  const text = sessionText(c.req.header('origin') ?? '', nonce, deviceId)
  const member = isFresh ? await memberOf(c, deviceId, text, signature) : null
  if (member === null) throw notOpened()
  // Only who has its key is told, so that it clears what it kept.
  if (member.revokedIn !== null) {
    throw new PerigeeError('forbidden', 'This device was revoked. It has to be paired anew, as another device.')
  }
  const token = newToken()
  const at = now()
  const opened = await ledger.openSession({
    tokenSha256: sha256(token),
    deviceId,
    address: addressOf(c),
    at,
    expiresAt: at + SESSION_MS,
  })
  const device = deviceRow(c.var.services.rosters.present, deviceId)
  if (opened === null || device === null) throw notOpened()
  setToken(c, token)
  return c.json(sessionOf(c, device, opened.expiresAt))
}

/** GET /api/session: who this device is, and what it may. */
export function readSession(c: RelayContext): Response {
  const { device, sessionEndsAt } = deviceOf(c)
  return c.json(sessionOf(c, device, sessionEndsAt ?? c.var.services.now()))
}

/** DELETE /api/session: ends this device's sessions, and closes what it has open. Its key stays in the roster. */
export async function endSession(c: RelayContext): Promise<Response> {
  const { ledger, deviceSockets, log } = c.var.services
  const { deviceId } = deviceOf(c).device
  // A renewed session leaves the one before it behind for a while; signing out means all of them.
  await ledger.endSessions(deviceId)
  deviceSockets.end(deviceId)
  log.info({ deviceId }, 'device signed out')
  clearToken(c)
  return c.body(null, 204)
}

/** The device of the roster that signed this, whether or not it still counts. */
async function memberOf(c: RelayContext, deviceId: string, text: string, signature: string): Promise<Member | null> {
  const roster = c.var.services.rosters.present
  const device = roster?.devices.get(deviceId)
  if (roster === null || device === undefined) return null
  return (await isSignedBy(device.key, text, signature, roster.party)) ? device : null
}

function notOpened(): PerigeeError {
  return new PerigeeError(
    'unauthenticated',
    'No session was opened: this device is not paired here any more, or it took too long to answer.',
  )
}

function sessionOf(c: RelayContext, device: DeviceRow, expiresAt: number): Session {
  const { ledger, rosters, now } = c.var.services
  const { personId, personName, deviceId, deviceName } = device
  const roster = rosters.present
  if (roster === null) throw notOpened()
  return {
    personId,
    personName,
    deviceId,
    deviceName,
    grants: [...rosters.grantsOf(personId)],
    roster: { founding: roster.founding, version: roster.version, hash: roster.hash },
    epoch: ledger.epoch,
    software: SOFTWARE,
    now: now(),
    expiresAt,
  }
}
