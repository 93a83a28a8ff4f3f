import { createSignal } from 'solid-js'
import { Session } from '../../shared/http/api.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { UnreachableError, api } from '../platform/api.ts'

/**
 * Whether this device is signed in.
 * `unreachable`: the relay could not be asked; `last` is who it was, so that what was seen stays readable.
 */
export type SessionState =
  | { readonly state: 'asking' }
  | { readonly state: 'signed-in'; readonly session: Session }
  | { readonly state: 'signed-out' }
  | { readonly state: 'unreachable'; readonly last: Session | null }

const REMEMBERED = 'perigee-session'

const [sessionState, setSessionState] = createSignal<SessionState>({ state: 'asking' })

export { sessionState }

/** Asks the relay who this device is. Never throws. */
export async function refreshSession(): Promise<void> {
  try {
    signedIn(Session.parse((await api('GET', '/api/session')).body))
  } catch (error) {
    if (error instanceof PerigeeError && error.code === 'unauthenticated') {
      localStorage.removeItem(REMEMBERED)
      setSessionState({ state: 'signed-out' })
      return
    }
    setSessionState({ state: 'unreachable', last: remembered() })
  }
}

/** What became of a start link. */
export type RedeemOutcome = 'signed-in' | 'refused' | 'unreachable'

/** Spends a start link's secret. It works once; a lost answer may have spent it. */
export async function redeemStartLink(secret: string): Promise<RedeemOutcome> {
  try {
    signedIn(Session.parse((await api('POST', '/api/session', { secret, deviceName: deviceName() })).body))
    return 'signed-in'
  } catch (error) {
    return error instanceof UnreachableError ? 'unreachable' : 'refused'
  }
}

/** Signs this device out at the relay; what it remembered stays on it only until then. */
export async function signOut(): Promise<void> {
  await api('DELETE', '/api/session')
  localStorage.removeItem(REMEMBERED)
  setSessionState({ state: 'signed-out' })
}

/** Who this device is or last was, or null. */
export function knownSession(): Session | null {
  const now = sessionState()
  if (now.state === 'signed-in') return now.session
  return now.state === 'unreachable' ? now.last : null
}

function signedIn(session: Session): void {
  localStorage.setItem(REMEMBERED, JSON.stringify(session))
  setSessionState({ state: 'signed-in', session })
}

function remembered(): Session | null {
  try {
    const parsed = Session.safeParse(JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** A device's name by its kind: what a person sees in "allowed by". */
export function deviceName(agent: string = navigator.userAgent): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'Browser'
  const system = /iPhone/.test(agent)
    ? 'iPhone'
    : /iPad/.test(agent)
      ? 'iPad'
      : /Android/.test(agent)
        ? 'Android'
        : /Mac OS X/.test(agent)
          ? 'Mac'
          : /Windows/.test(agent)
            ? 'Windows'
            : /Linux/.test(agent)
              ? 'Linux'
              : 'this device'
  return browser + ' on ' + system
}
