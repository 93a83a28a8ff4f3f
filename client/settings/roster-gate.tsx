import { createContext, Match, Switch, useContext, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import type { RosterStore, RosterView } from './roster-view.ts'
import { settingsWords } from './words.ts'

/** The roster of the settings, one for all sections. */
export const RosterProvider = createContext<RosterStore>()

/** The roster of the settings. Throws outside of them, which is a mistake in the program. */
export function useRoster(): RosterStore {
  const store = useContext(RosterProvider)
  if (store === undefined) throw new Error('useRoster is only for sections of the settings')
  return store
}

/** What a section has to work with once the roster is there. */
export type ReadyRoster = Extract<RosterView, { state: 'ready' }>

/** Shows a section that needs the roster, or why it cannot be shown. */
export function RosterGate(props: { readonly children: (ready: () => ReadyRoster) => JSX.Element }): JSX.Element {
  const store = useRoster()
  const ready = (): ReadyRoster | undefined => {
    const view = store.view()
    return view.state === 'ready' ? view : undefined
  }
  const problem = (): string | undefined => {
    const view = store.view()
    return view.state === 'failed' ? view.message : undefined
  }
  return (
    <Switch fallback={<Skeleton lines={6} />}>
      <Match when={ready()}>
        {(known) => (
          <>
            <Switch>
              <Match when={known().stale}>
                <StatusLine text={settingsWords.stale} bad />
              </Match>
            </Switch>
            {props.children(known)}
          </>
        )}
      </Match>
      <Match when={store.view().state === 'forbidden'}>
        <EmptyState title={settingsWords.ownersOnly} text={settingsWords.ownersOnlyText} />
      </Match>
      <Match when={store.view().state === 'unreachable'}>
        <EmptyState title={settingsWords.unreachable} text={settingsWords.unreachableText}>
          <Button onPress={() => void store.reload()}>{settingsWords.again}</Button>
        </EmptyState>
      </Match>
      <Match when={problem()}>
        {(message) => (
          <EmptyState title={settingsWords.failed} text={message()}>
            <Button onPress={() => void store.reload()}>{settingsWords.again}</Button>
          </EmptyState>
        )}
      </Match>
    </Switch>
  )
}
