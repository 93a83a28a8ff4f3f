import type { MiddlewareHandler } from 'hono'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { deviceOfCookie } from '../devices/session.ts'
import type { Caller, RelayContext, RelayEnv } from '../services.ts'
import { isOwnHost, isOwnOrigin } from './access.ts'

/**
 * Who may pass.
 * `public` anybody; `page` anybody, from a page of this relay; `device` a signed-in device; `local` the local key;
 * `orb-ticket` an orb whose link is up.
 */
export type Guard = 'public' | 'page' | 'device' | 'local' | 'orb-ticket' | 'device-or-local'

/** Refuses every request that names another host: first of all checks. */
export const ownHostOnly: MiddlewareHandler<RelayEnv> = async (c, next) => {
  if (!isOwnHost(c.var.services.access, c.req.header('host'))) {
    throw new PerigeeError('wrong-host', 'This relay does not answer under that name. Open it as http://localhost.')
  }
  await next()
}

/** The middleware that admits whom the guard names, and says who it is. */
export function guard(name: Guard): MiddlewareHandler<RelayEnv> {
  return async (c, next) => {
    c.set('caller', await CHECKS[name](c))
    await next()
  }
}

const CHECKS: Readonly<Record<Guard, (c: RelayContext) => Caller | Promise<Caller>>> = {
  public: () => ({ kind: 'anyone' }),
  page: (c) => {
    requireOwnOrigin(c)
    return { kind: 'anyone' }
  },
  device: checkDevice,
  local: checkLocal,
  'orb-ticket': checkTicket,
  'device-or-local': (c) => (c.req.header('authorization') === undefined ? checkDevice(c) : checkLocal(c)),
}

async function checkDevice(c: RelayContext): Promise<Caller> {
  // A cookie comes along whoever made the browser ask, so whatever has an effect must come from our own page.
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') requireOwnOrigin(c)
  const device = await deviceOfCookie(c)
  if (device === null) {
    throw new PerigeeError(
      'unauthenticated',
      'This browser is not signed in. Run "perigee link" and open what it prints.',
    )
  }
  if (!c.var.services.requests.take(device.deviceId)) {
    throw new PerigeeError('too-many', 'This device asks too often. Wait a moment and try again.')
  }
  return { kind: 'device', device }
}

function checkLocal(c: RelayContext): Caller {
  requireNoBrowser(c)
  const header = c.req.header('authorization') ?? ''
  if (!c.var.services.localProofs.accepts(header, c.req.method, c.req.path)) {
    throw new PerigeeError('unauthenticated', "This needs a proof made with the relay's local.key, made just now.")
  }
  return { kind: 'local' }
}

function checkTicket(c: RelayContext): Caller {
  requireNoBrowser(c)
  const ticket = /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1]
  const orbId = ticket === undefined ? null : c.var.services.links.orbOfTicket(ticket)
  if (orbId === null) {
    throw new PerigeeError('unauthenticated', 'This needs the ticket that an orb got with its present link.')
  }
  return { kind: 'orb', orbId }
}

/** Throws `wrong-origin` unless a page of this relay asks. */
export function requireOwnOrigin(c: RelayContext): void {
  if (isOwnOrigin(c.var.services.access, c.req.header('origin'))) return
  throw new PerigeeError('wrong-origin', 'This was not asked by a page of this relay, so nothing was done.')
}

/** Throws `forbidden` where a browser could have been made to ask: who proves a key carries neither cookie nor Origin. */
export function requireNoBrowser(c: RelayContext): void {
  if (c.req.header('cookie') === undefined && c.req.header('origin') === undefined) return
  throw new PerigeeError('forbidden', 'Requests that prove a key carry neither cookie nor Origin. Nothing was done.')
}
