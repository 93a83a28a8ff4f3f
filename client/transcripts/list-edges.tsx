import { Match, Switch, type JSX } from 'solid-js'
import type { Newer, Older } from './thread-store.ts'
import { transcriptWords } from './words.ts'

/** What stands above the first entry: the start of the thread, or how the next older page is doing. */
export function OlderEdge(props: { readonly older: Older; readonly onRetry: () => void }): JSX.Element {
  return (
    <Switch>
      <Match when={props.older === 'loading'}>{transcriptWords.loadingOlder}</Match>
      <Match when={props.older === 'start'}>{transcriptWords.start}</Match>
      <Match when={props.older === 'failed'}>
        <Failed text={transcriptWords.olderFailed} onRetry={props.onRetry} />
      </Match>
    </Switch>
  )
}

/** What stands below the last entry where the list does not reach the end of the thread. */
export function NewerEdge(props: { readonly newer: Newer; readonly onRetry: () => void }): JSX.Element {
  return (
    <Switch>
      <Match when={props.newer === 'loading'}>{transcriptWords.loadingNewer}</Match>
      <Match when={props.newer === 'failed'}>
        <Failed text={transcriptWords.newerFailed} onRetry={props.onRetry} />
      </Match>
    </Switch>
  )
}

function Failed(props: { readonly text: string; readonly onRetry: () => void }): JSX.Element {
  return (
    <>
      <span role="alert">{props.text}</span>{' '}
      <button type="button" class="output-more" onClick={() => props.onRetry()}>
        {transcriptWords.tryAgain}
      </button>
    </>
  )
}
