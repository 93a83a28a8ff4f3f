import { createSignal, untrack } from 'solid-js'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Session } from '../../shared/http/api.ts'
import { UnreachableError, askRelay } from '../platform/api.ts'
import { setRenewal, type Renewal } from '../platform/renewal.ts'
import { becomeDevice } from './become-device.ts'
import { canHoldKeys, forgetCandidate, loadCandidate, loadDeviceKey } from './device-key.ts'
import { onForgotten } from './forget.ts'
import { takeForgotten } from './forgotten.ts'
import { openSession } from './open-session.ts'
import { pinnedRoster } from './pin.ts'
import { setRelayClock } from './relay-clock.ts'
import { forgetSession, rememberedSession, rememberSession } from './remembered-session.ts'

/**
 * Whether this device is signed in.
 * `unreachable`: the relay could not be asked; `last` is who it was, so that what was seen stays readable.
 */
export type SessionState =
  /** Not answered yet; `last` is who it was, so that what was seen is there at once. */
  | { readonly state: 'asking'; readonly last: Session | null }
  | { readonly state: 'signed-in'; readonly session: Session }
  /** Neither a key nor a cookie. */
  | { readonly state: 'signed-out' }
  /** The relay has no owner yet. */
  | { readonly state: 'unpaired' }
  /** A cookie without a key, as an app has that was just put on a home screen: it ends within minutes. */
  | { readonly state: 'keyless'; readonly session: Session }
  /** The relay knows this device's key and takes it no more. */
  | { readonly state: 'revoked' }
  /** The relay does not know this key, or shows the roster of another installation. */
  | { readonly state: 'stranger' }
  /** This browser cannot hold a key: the page came over plain http, or storage is refused. */
  | { readonly state: 'unable'; readonly why: 'insecure' | 'no-storage' }
  | { readonly state: 'unreachable'; readonly last: Session | null }

/** A session is renewed when this much of it is over: at about 8 of 10 minutes. */
const RENEW_AFTER = 0.8

const [sessionState, setSessionState] = createSignal<SessionState>({ state: 'asking', last: rememberedSession() })
let asking: Promise<void> | null = null
let openedAt = 0
let renewal: ReturnType<typeof setTimeout> | undefined

export { sessionState }

/** Opens a session by this device's key, or finds out why there is none. One at a time. Never throws. */
export function refreshSession(): Promise<void> {
  asking ??= ask().finally(() => (asking = null))
  return asking
}

/** Follows the session: requests and sockets that are refused renew it through here, and other tabs end it. */
export function startSession(): void {
  setRenewal(renewSince)
  onForgotten(() => {
    if (sessionState().state !== 'revoked') endSession()
  })
  void refreshSession()
}

/** To be called on return to the foreground: timers stood still meanwhile. Renews what is more than half over. */
export function refreshIfOld(): void {
  const session = knownSession()
  const isYoung = session !== null && performance.now() - openedAt < (session.expiresAt - session.now) / 2
  if (!isYoung || !isSessionConfirmed()) void refreshSession()
}

/** True where the relay has said who this device is since it was last away: another tab may have signed in anew. */
export function isSessionConfirmed(): boolean {
  return sessionState().state === 'signed-in'
}

/** To be called when the relay was away: who this device is has to be asked again, and stays on screen until then. */
export function doubtSession(): void {
  // Untracked: an effect that doubts must not run again for having doubted.
  const now = untrack(sessionState)
  if (now.state === 'signed-in') show({ state: 'asking', last: now.session })
}

/** Who this device is or last was, or null. */
export function knownSession(): Session | null {
  const now = sessionState()
  if (now.state === 'signed-in') return now.session
  return now.state === 'asking' || now.state === 'unreachable' ? now.last : null
}

/** This device is no longer signed in; what depends on its session leaves the screen. */
export function endSession(state: 'signed-out' | 'revoked' = 'signed-out'): void {
  clearTimeout(renewal)
  forgetSession()
  show({ state })
}

async function renewSince(moment: number): Promise<Renewal> {
  if (openedAt <= moment || !isSessionConfirmed()) await refreshSession()
  const { state } = sessionState()
  if (state === 'signed-in') return 'renewed'
  return state === 'unreachable' || state === 'asking' ? 'unreachable' : 'refused'
}

async function ask(): Promise<void> {
  if (!canHoldKeys()) return show({ state: 'unable', why: 'insecure' })
  try {
    // A candidate first: it may have come in by revoking the key that was here before.
    if (await openWithCandidate()) return
    if (await openWithKey()) return
    const cookie = Session.parse((await askRelay('GET', '/api/session')).body)
    if (!takeForgotten()) return show({ state: 'keyless', session: cookie })
    await askRelay('DELETE', '/api/session')
    endSession()
  } catch (error) {
    settle(error)
  }
}

/** False where this device has no key. */
async function openWithKey(): Promise<boolean> {
  const key = await loadDeviceKey()
  if (key === null) return false
  try {
    const session = await openSession(key)
    const pin = await pinnedRoster()
    if (pin !== null && pin.founding !== session.roster.founding) show({ state: 'stranger' })
    else signedIn(session)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code === 'forbidden') endSession('revoked')
    else show({ state: 'stranger' })
  }
  return true
}

/** Tries a key whose pairing was cut off before this device heard of its end. */
async function openWithCandidate(): Promise<boolean> {
  const candidate = await loadCandidate()
  if (candidate === null) return false
  try {
    const session = await openSession(candidate.key)
    if (session.roster.founding !== candidate.founding) return false
    await becomeDevice(candidate.key, candidate.founding)
    signedIn(session)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (Date.now() > candidate.until) await forgetCandidate()
    return false
  }
}

function isRefusal(error: unknown): error is PerigeeError {
  return error instanceof PerigeeError && (error.code === 'forbidden' || error.code === 'unauthenticated')
}

function show(state: SessionState): void {
  setSessionState(state)
}

function signedIn(session: Session): void {
  openedAt = performance.now()
  setRelayClock(session.now)
  rememberSession(session)
  clearTimeout(renewal)
  renewal = setTimeout(() => void refreshSession(), (session.expiresAt - session.now) * RENEW_AFTER)
  show({ state: 'signed-in', session })
}

function settle(error: unknown): void {
  if (error instanceof PerigeeError && error.code === 'unauthenticated') return endSession()
  if (error instanceof PerigeeError && error.code === 'unpaired') return show({ state: 'unpaired' })
  if (error instanceof DOMException) return show({ state: 'unable', why: 'no-storage' })
  if (!(error instanceof UnreachableError) && !(error instanceof PerigeeError)) reportError(error)
  show({ state: 'unreachable', last: knownSession() ?? rememberedSession() })
}
