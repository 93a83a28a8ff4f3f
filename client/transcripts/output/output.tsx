import './output.css'
import type { JSX } from 'solid-js'
import { createMemo, createSignal, Show } from 'solid-js'
import { CodeLines } from '../../ui/code-block.tsx'
import { transcriptWords } from '../words.ts'
import { terminalLines } from './terminal-lines.ts'

/** The end of an output says how it went; so many lines fit a phone beside other things. */
const LAST_LINES = 12
/** Lines drawn even on request; more than anybody reads on a screen. */
const MOST_LINES = 2000

/** What a program printed, in its colours: its last lines, the rest on request. */
export function Output(props: { readonly text: string }): JSX.Element {
  const [all, setAll] = createSignal(false)
  const shown = createMemo(() => terminalLines(props.text, all() ? MOST_LINES : LAST_LINES))
  return (
    <div class="output">
      <Show when={shown().count > LAST_LINES}>
        <button type="button" class="output-more" aria-expanded={all()} onClick={() => setAll(!all())}>
          {all() ? transcriptWords.showLess : transcriptWords.showAll(shown().count)}
        </button>
      </Show>
      <CodeLines lines={shown().lines} label={transcriptWords.output} />
    </div>
  )
}
