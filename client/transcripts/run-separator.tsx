import type { JSX } from 'solid-js'
import { Show } from 'solid-js'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import type { Chapter } from './chapters.ts'
import { transcriptWords } from './words.ts'

/** How a run ended, in ACP's word and, where there is more to say, a sentence. */
export interface RunEnd {
  readonly stopReason: string
  readonly message: string | null
}

/** Props of {@link RunSeparator}. */
export interface RunSeparatorProps {
  readonly chapter: Chapter
  /** How the run stands, where that is known: "Run ended". */
  readonly result?: string | undefined
  /** Opens the list of runs. */
  readonly onRuns: () => void
}

/** The head of a run: what was asked, when, and how it ended. A heading, so that a screen reader jumps by runs. */
export function RunSeparator(props: RunSeparatorProps): JSX.Element {
  return (
    <h2 class="run-separator">
      <button type="button" aria-haspopup="dialog" onClick={() => props.onRuns()}>
        <span class="run-title" dir="auto">
          <RevealedText text={props.chapter.title ?? transcriptWords.run} prose />
        </span>
        <span class="run-facts">
          <Show when={props.result}>{(result) => <>{result()} · </>}</Show>
          <RelativeTime at={props.chapter.at} />
        </span>
      </button>
    </h2>
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
            <RevealedText text={`. ${message()}`} prose />
          </span>
        )}
      </Show>
    </p>
  )
}
