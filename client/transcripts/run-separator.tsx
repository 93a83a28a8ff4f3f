import type { JSX } from 'solid-js'
import { Show } from 'solid-js'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { transcriptWords } from './words.ts'

/** How a run ended, in ACP's word and, where there is more to say, a sentence. */
export interface RunEnd {
  readonly stopReason: string
  readonly message: string | null
}

/** The line between two runs. `at`: when the one below it began. */
export function RunSeparator(props: { readonly at: number }): JSX.Element {
  return (
    <p class="run-separator">
      <span>
        {transcriptWords.run}
        {' · '}
        <RelativeTime at={props.at} />
      </span>
    </p>
  )
}

/** How the newest run ended; an end as expected takes little room, any other speaks up. */
export function RunEndLine(props: { readonly end: RunEnd }): JSX.Element {
  return (
    <p
      class="run-end"
      classList={{ 'run-end-bad': props.end.stopReason !== 'end_turn' && props.end.stopReason !== 'cancelled' }}
    >
      {transcriptWords.stopReason[props.end.stopReason] ?? props.end.stopReason}
      <Show when={props.end.message}>
        {(message) => (
          <span>
            <RevealedText text={` · ${message()}`} prose />
          </span>
        )}
      </Show>
    </p>
  )
}
