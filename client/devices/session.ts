import { createSignal } from 'solid-js'
import { Session } from '../../shared/http/api.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { UnreachableError, api } from '../platform/api.ts'

/**
 * Whether this device is signed in.
 * `unreachable`: the relay could not be asked; `last` is who it was, so that what was seen stays readable.
 */
export type SessionState =
  /** Not answered yet; `last` is who it was, so that what was seen is there at once. */
  | { readonly state: 'asking'; readonly last: Session | null }
  | { readonly state: 'signed-in'; readonly session: Session }
  | { readonly state: 'signed-out' }
  | { readonly state: 'unreachable'; readonly last: Session | null }

const REMEMBERED = 'perigee-session'

const [sessionState, setSessionState] = createSignal<SessionState>({ state: 'asking', last: remembered() })

export { sessionState }

/** Asks the relay who this device is. Never throws. */
export async function refreshSession(): Promise<void> {
  try {
    signedIn(Session.parse((await api('GET', '/api/session')).body))
  } catch (error) {
    if (error instanceof PerigeeError && error.code === 'unauthenticated') {
      signedOut()
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

/** True where the relay has said who this device is since it was last away: another tab may have signed in anew. */
export function isSessionConfirmed(): boolean {
  return sessionState().state === 'signed-in'
}

/** To be called when the relay was away: who this device is has to be asked again, and stays on screen until then. */
export function doubtSession(): void {
  const last = knownSession()
  if (last !== null) setSessionState({ state: 'asking', last })
}

/** Who this device is or last was, or null. */
export function knownSession(): Session | null {
  const now = sessionState()
  if (now.state === 'signed-in') return now.session
  return now.state === 'signed-out' ? null : now.last
}

function signedIn(session: Session): void {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(session))
  } catch {
    // A browser that stores nothing can be used as well: it only shows nothing from before.
  }
  setSessionState({ state: 'signed-in', session })
}

function signedOut(): void {
  try {
    localStorage.removeItem(REMEMBERED)
  } catch {
    // What could not be stored is not there either.
  }
  setSessionState({ state: 'signed-out' })
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
