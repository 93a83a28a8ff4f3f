import type { MiddlewareHandler } from 'hono'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { callerOfCookie, callerOfProof, signerOf } from '../devices/callers.ts'
import { sha256 } from '../devices/secrets.ts'
import type { Caller, DeviceCaller, RelayContext, RelayEnv } from '../services.ts'
import { isOwnHost, isOwnOrigin } from './access.ts'
import { limitAddress, tooMany } from './limits.ts'
import { requireNeed, type Need } from './rights.ts'
import { limitKeyOf } from './way.ts'

/**
 * Who may pass. `public`: anybody. `page`: a page of this relay. `tool-or-page`: that, or a program without cookie.
 * `device`: a device by its session, from our own page where it has an effect, or by a proof of its key. `local`: the
 * local key. `pairing`: a device that asked to come in. `note-token`: a script. `orb-ticket`: an orb whose link is up.
 */
export type Guard =
  | 'public'
  | 'page'
  | 'tool-or-page'
  | 'device'
  | 'local'
  | 'device-or-local'
  | 'pairing'
  | 'note-token'
  | 'orb-ticket'

/** What a route says of who may use it. */
export interface Guarded {
  readonly guard: Guard
  /** What a device has to have a right to; null where being that device is enough. */
  readonly needs: Need | null
  /** Answered before there is a roster as well. */
  readonly unpaired?: true
  /**
   * The device's key signs this very request, also where a session says who asks: what outlives a session must not be
   * had for its cookie alone.
   */
  readonly signed?: true
}

/** Refuses every request that names another host: first of all checks. */
export const ownHostOnly: MiddlewareHandler<RelayEnv> = async (c, next) => {
  if (!isOwnHost(c.var.services.access, c.req.header('host'))) {
    throw new PerigeeError(
      'wrong-host',
      'This relay does not answer under that name. Start it with --public-url and the address that you open.',
    )
  }
  await next()
}

/** The middleware that admits whom a route is for, says who it is, and asks for the right that the route needs. */
export function guard({ guard: name, needs, unpaired, signed }: Guarded): MiddlewareHandler<RelayEnv> {
  return async (c, next) => {
    if (unpaired !== true) requirePaired(c)
    const caller = await CHECKS[name](c)
    c.set('caller', caller)
    if (needs !== null && caller.kind === 'device') await requireNeed(c, needs)
    if (signed === true && caller.kind === 'device') await requireSigned(c, caller)
    await next()
  }
}

const CHECKS: Readonly<Record<Guard, (c: RelayContext) => Caller | Promise<Caller>>> = {
  public: () => ({ kind: 'anyone' }),
  page: (c) => {
    requireOwnOrigin(c)
    return { kind: 'anyone' }
  },
  'tool-or-page': (c) => {
    if (!isTool(c)) requireOwnOrigin(c)
    return { kind: 'anyone' }
  },
  device: checkDevice,
  local: checkLocal,
  'device-or-local': (c) => (authorizationOf(c).startsWith('Perigee-Local ') ? checkLocal(c) : checkDevice(c)),
  pairing: checkJoining,
  'note-token': checkNoteToken,
  'orb-ticket': checkTicket,
}

/** The device that asks for a socket or a route, by session or by proof; null where it is signed in by neither. */
export async function findDevice(c: RelayContext): Promise<DeviceCaller | null> {
  if (!authorizationOf(c).startsWith('Perigee-Device ')) return callerOfCookie(c)
  requireNoBrowser(c)
  return callerOfProof(c)
}

/** Throws `forbidden` where a request that rests on a session is not also signed by that device. */
async function requireSigned(c: RelayContext, { device, tokenSha256 }: DeviceCaller): Promise<void> {
  // Without a session it is by its signature that we know the device.
  if (tokenSha256 === null || (await signerOf(c, c.req.header('perigee-proof') ?? '')) === device.deviceId) return
  throw new PerigeeError(
    'forbidden',
    "This has to be signed by the device's own key, just now. Nothing was changed; check the clock of this device.",
  )
}

async function checkDevice(c: RelayContext): Promise<Caller> {
  const isProved = authorizationOf(c).startsWith('Perigee-Device ')
  // A cookie comes along whoever made the browser ask, so whatever has an effect must come from our own page.
  if (!isProved && c.req.method !== 'GET' && c.req.method !== 'HEAD') requireOwnOrigin(c)
  const caller = await findDevice(c)
  if (caller === null) {
    throw new PerigeeError('unauthenticated', 'This device is not signed in. Its key has to open a session first.')
  }
  if (!c.var.services.limits.requests.take(caller.device.deviceId)) throw tooMany()
  return caller
}

function checkLocal(c: RelayContext): Caller {
  requireNoBrowser(c)
  if (!c.var.services.localProofs.accepts(authorizationOf(c), c.req.method, c.req.path)) {
    throw new PerigeeError('unauthenticated', "This needs a proof made with the relay's local.key, made just now.")
  }
  return { kind: 'local' }
}

async function checkJoining(c: RelayContext): Promise<Caller> {
  if (c.req.method !== 'GET' && !isTool(c)) requireOwnOrigin(c)
  const { ledger, limits, now } = c.var.services
  limitAddress(c, limits.pairing)
  const token = /^Perigee-Pairing ([A-Za-z0-9_-]{43})$/.exec(authorizationOf(c))?.[1]
  const invitation = token === undefined ? null : await ledger.invitationOfToken(sha256(token), now())
  if (invitation === null) {
    throw new PerigeeError('unauthenticated', 'This request to join is not known here. Ask for a new link or code.')
  }
  return { kind: 'joining', invitation }
}

async function checkNoteToken(c: RelayContext): Promise<Caller> {
  requireNoBrowser(c)
  const { ledger, limits } = c.var.services
  if (limits.wrongProofs.isSpent(limitKeyOf(c))) throw tooMany()
  const token = bearerOf(c)
  const found = token === null ? null : await ledger.noteTokenOf(sha256(token))
  if (found === null) {
    limitAddress(c, limits.wrongProofs)
    throw new PerigeeError('unauthenticated', 'This needs a note token that an owner made and that still counts.')
  }
  return { kind: 'note-token', token: found }
}

function checkTicket(c: RelayContext): Caller {
  requireNoBrowser(c)
  const ticket = bearerOf(c)
  const orbId = ticket === null ? null : c.var.services.links.orbOfTicket(ticket)
  if (orbId === null) {
    throw new PerigeeError('unauthenticated', 'This needs the ticket that an orb got with its present link.')
  }
  return { kind: 'orb', orbId }
}

function requirePaired(c: RelayContext): void {
  if (c.var.services.rosters.present !== null) return
  throw new PerigeeError(
    'unpaired',
    'This relay has no owner yet. Run "perigee pair" on its machine, and open what it prints.',
  )
}

/** Throws `wrong-origin` unless a page of this relay asks. */
export function requireOwnOrigin(c: RelayContext): void {
  if (isOwnOrigin(c.var.services.access, c.req.header('origin'))) return
  throw new PerigeeError('wrong-origin', 'This was not asked by a page of this relay, so nothing was done.')
}

/** Throws `forbidden` where a browser could have been made to ask: who proves a key carries neither cookie nor Origin. */
export function requireNoBrowser(c: RelayContext): void {
  if (isTool(c)) return
  throw new PerigeeError('forbidden', 'Requests that prove a key carry neither cookie nor Origin. Nothing was done.')
}

/** True for a request that no browser of ours or of others sends by itself. */
function isTool(c: RelayContext): boolean {
  return c.req.header('cookie') === undefined && c.req.header('origin') === undefined
}

function authorizationOf(c: RelayContext): string {
  return c.req.header('authorization') ?? ''
}

function bearerOf(c: RelayContext): string | null {
  return /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(authorizationOf(c))?.[1] ?? null
}
