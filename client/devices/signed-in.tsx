import { createEffect, createMemo, lazy, onCleanup, Show, untrack, type JSX } from 'solid-js'
import type { Session } from '../../shared/http/api.ts'
import { createFleetStore } from '../fleet/fleet-store.ts'
import { deferred } from '../platform/deferred.tsx'
import { AppContextProvider } from './app-context.ts'
import { heldPhrase } from './phrase/held-phrase.ts'
import { doubtSession, isSessionConfirmed, knownSession, refreshSession } from './session.ts'

const PhrasePage = lazy(() => import('./phrase/phrase-page.tsx'))
const NotSignedIn = deferred(async () => (await import('./not-signed-in.tsx')).default)

/**
 * Shows its pages to a device that is, or was when the relay last answered, signed in; else the ways in. A recovery
 * phrase that nobody has written down yet comes before everything.
 */
export function SignedIn(props: { readonly children?: JSX.Element }): JSX.Element {
  const device = createMemo(() => knownSession(), null, {
    // A new answer about the same device must not tear down what is on screen.
    equals: (a, b) => a?.deviceId === b?.deviceId && a?.epoch === b?.epoch && a?.personId === b?.personId,
  })
  return (
    <Show when={device()} keyed fallback={<NotSignedIn />}>
      {(session) => (
        <Show when={heldPhrase(session.deviceId)} fallback={<Inside session={session}>{props.children}</Inside>}>
          {(held) => <PhrasePage held={held()} />}
        </Show>
      )}
    </Show>
  )
}

function Inside(props: { readonly session: Session; readonly children?: JSX.Element }): JSX.Element {
  const session = untrack(() => props.session)
  const fleet = createFleetStore(session.epoch, session.personId)
  // A restored ledger, or people and grants that have changed: what is on screen stands on an old answer.
  const isOutdated = createMemo(() => {
    const meta = fleet.meta()
    if (fleet.status().state !== 'live' || meta === null) return false
    const known = knownSession() ?? session
    return meta.epoch !== known.epoch || (meta.rosterVersion ?? 0) > known.roster.version
  })
  createEffect(() => {
    if (fleet.status().state === 'away') doubtSession()
  })
  const isDoubtful = createMemo(() => isOutdated() || (fleet.status().state === 'live' && !isSessionConfirmed()))
  createEffect(() => {
    if (!isDoubtful()) return
    void refreshSession()
    const again = setInterval(() => void refreshSession(), ASK_AGAIN_MS)
    onCleanup(() => clearInterval(again))
  })
  return <AppContextProvider.Provider value={{ session, fleet }}>{props.children}</AppContextProvider.Provider>
}

/** Where the rooms answer and the session does not, what depends on it waits this long for the next try. */
const ASK_AGAIN_MS = 10_000
