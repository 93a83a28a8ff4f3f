import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SESSION_MS } from '../../shared/http/api.ts'
import type { RelayContext } from '../services.ts'
import { isSecure } from '../web/way.ts'

/** Browsers take this name over https alone, for this host alone: no other site of the domain can plant one. */
const SECURE_NAME = '__Host-perigee'

/** The session's token that a request carries, or null. */
export function tokenOf(c: RelayContext): string | null {
  const token = getCookie(c, nameFor(c))
  return token === undefined || token === '' ? null : token
}

/** Gives the browser a session's token. */
export function setToken(c: RelayContext, token: string): void {
  setCookie(c, nameFor(c), token, { ...optionsFor(c), maxAge: SESSION_MS / 1000 })
}

/** Takes the session's token from the browser. */
export function clearToken(c: RelayContext): void {
  deleteCookie(c, nameFor(c), optionsFor(c))
}

/** On plain http, which is this machine alone, the port is in the name: cookies do not tell ports apart. */
function nameFor(c: RelayContext): string {
  return isSecure(c) ? SECURE_NAME : c.var.services.plainCookie
}

function optionsFor(c: RelayContext) {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(c) } as const
}
