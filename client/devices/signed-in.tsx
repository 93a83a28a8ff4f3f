import { createEffect, createMemo, Match, onCleanup, Show, Switch, untrack, type JSX } from 'solid-js'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { Session } from '../../shared/http/api.ts'
import { createFleetStore } from '../fleet/fleet-store.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AppContextProvider } from './app-context.ts'
import { doubtSession, isSessionConfirmed, knownSession, refreshSession, sessionState } from './session.ts'
import { deviceWords } from './words.ts'

/** Shows its pages to a device that is, or was when the relay last answered, signed in; else says how to sign in. */
export function SignedIn(props: { readonly children?: JSX.Element }): JSX.Element {
  const device = createMemo(() => knownSession(), null, {
    // A new answer about the same device must not tear down what is on screen.
    equals: (a, b) => a?.deviceId === b?.deviceId && a?.epoch === b?.epoch,
  })
  return (
    <Show when={device()} keyed fallback={<NotSignedIn />}>
      {(session) => <Inside session={session}>{props.children}</Inside>}
    </Show>
  )
}

function Inside(props: { readonly session: Session; readonly children?: JSX.Element }): JSX.Element {
  const session = untrack(() => props.session)
  const fleet = createFleetStore(session.epoch, session.personId)
  // A restored ledger, or a device that was signed out elsewhere: everything on screen stands on the old answer.
  const isOutdated = createMemo(() => {
    const status = fleet.status()
    if (status.state === 'refused') return status.code === CLOSE.unauthenticated.code
    return status.state === 'live' && fleet.meta() !== null && fleet.meta()?.epoch !== session.epoch
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

function NotSignedIn(): JSX.Element {
  return (
    <Switch>
      <Match when={sessionState().state === 'asking'}>
        <EmptyState title={deviceWords.asking} text="">
          <Skeleton lines={2} />
        </EmptyState>
      </Match>
      <Match when={sessionState().state === 'signed-out'}>
        <EmptyState title={deviceWords.signedOut} text={deviceWords.signedOutText} />
      </Match>
      <Match when={sessionState().state === 'unreachable'}>
        <EmptyState title={deviceWords.noRelay} text={deviceWords.noRelayText}>
          <Button kind="primary" onPress={() => void refreshSession()}>
            {deviceWords.again}
          </Button>
        </EmptyState>
      </Match>
    </Switch>
  )
}
