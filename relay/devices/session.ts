import { randomBytes } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { SessionRequest, type Session } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import { SOFTWARE } from '../../shared/version.ts'
import type { DeviceRow, Ledger } from '../ledger/ledger.ts'
import { deviceOf, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { makeStartLink, sha256 } from './start-links.ts'

const COOKIE = 'perigee'
const COOKIE_SECONDS = 30 * 24 * 60 * 60
const COOKIE_OPTIONS = { path: '/', httpOnly: true, sameSite: 'Strict' } as const

/** The device whose cookie a request carries, or null. */
export async function deviceOfCookie(c: RelayContext): Promise<DeviceRow | null> {
  const token = getCookie(c, COOKIE)
  return token === undefined || token === '' ? null : c.var.services.ledger.device(sha256(token))
}

/** POST /api/session: spends a start link and makes this browser a device. */
export async function createSession(c: RelayContext): Promise<Response> {
  const { ledger, now, wrongStarts, log } = c.var.services
  const address = c.env.incoming.socket.remoteAddress ?? 'unknown'
  if (wrongStarts.isSpent(address)) {
    throw new PerigeeError('too-many', 'Too many wrong start links. Wait a minute, then open the newest link.')
  }
  const request = await readJsonBody(c, SessionRequest)
  const token = randomBytes(32).toString('base64url')
  const device = await ledger.redeemStartLink({
    secretSha256: sha256(request.secret),
    deviceId: newId(),
    deviceName: request.deviceName,
    tokenSha256: sha256(token),
    at: now(),
  })
  if (device === null) {
    wrongStarts.take(address)
    throw new PerigeeError(
      'gone',
      'This start link was used already, is older than ten minutes, or never existed. Run "perigee link" for a new one.',
    )
  }
  log.info({ deviceId: device.deviceId, deviceName: device.deviceName }, 'device signed in')
  setCookie(c, COOKIE, token, { ...COOKIE_OPTIONS, maxAge: COOKIE_SECONDS })
  return c.json(sessionOf(device, ledger))
}

/** GET /api/session: who this device is. */
export function readSession(c: RelayContext): Response {
  return c.json(sessionOf(deviceOf(c), c.var.services.ledger))
}

/** DELETE /api/session: forgets this device, and closes what it has open. */
export async function endSession(c: RelayContext): Promise<Response> {
  const { ledger, deviceSockets, log } = c.var.services
  const { deviceId } = deviceOf(c)
  await ledger.removeDevice(deviceId)
  deviceSockets.end(deviceId)
  log.info({ deviceId }, 'device signed out')
  deleteCookie(c, COOKIE, COOKIE_OPTIONS)
  return c.body(null, 204)
}

/** POST /api/start-links: a new start link, for whoever holds the local key. */
export async function createStartLink(c: RelayContext): Promise<Response> {
  return c.json(await makeStartLink(c.var.services.ledger, c.var.services.now()))
}

function sessionOf(device: DeviceRow, ledger: Ledger): Session {
  const { personId, personName, deviceId, deviceName } = device
  return { personId, personName, deviceId, deviceName, epoch: ledger.epoch, software: SOFTWARE }
}
