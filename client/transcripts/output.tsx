import type { JSX } from 'solid-js'
import { createMemo, createSignal, Show } from 'solid-js'
import { CodeBlock } from '../ui/code-block.tsx'
import { plainOutput } from './plain-output.ts'
import { transcriptWords } from './words.ts'

/** The end of an output says how it went; so many lines fit a phone beside other things. */
const LAST_LINES = 12
/** Lines drawn even on request; more than anybody reads on a screen. */
const MOST_LINES = 2000

/** What a program printed: its last lines, the rest on request. */
export function Output(props: { readonly text: string }): JSX.Element {
  const [all, setAll] = createSignal(false)
  const lines = createMemo(() => plainOutput(props.text).replace(/\n+$/, '').split('\n'))
  const shown = (): string =>
    lines()
      .slice(all() ? -MOST_LINES : -LAST_LINES)
      .join('\n')
  return (
    <div class="output">
      <Show when={lines().length > LAST_LINES}>
        <button type="button" class="output-more" onClick={() => setAll(!all())}>
          {all() ? transcriptWords.showLess : transcriptWords.showAll(lines().length)}
        </button>
      </Show>
      <CodeBlock text={shown()} label={transcriptWords.output} />
    </div>
  )
}
