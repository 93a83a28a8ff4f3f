import type { JSX } from 'solid-js'
import { createSignal, Show } from 'solid-js'
import { CodeBlock } from '../ui/code-block.tsx'
import { Output } from './output/output.tsx'
import type { LoadLarge } from '../blobs/large-texts.ts'
import type { LargePart } from '../blobs/large-part.ts'
import { sizeWords } from '../ui/size-words.ts'
import { transcriptWords } from './words.ts'

/** A part that did not fit its entry: the beginning, its size, and the whole on request. */
export function LargePartView(props: {
  readonly part: LargePart
  readonly onLoad?: LoadLarge | undefined
}): JSX.Element {
  const [whole, setWhole] = createSignal<string>()
  const [problem, setProblem] = createSignal<string>()
  const size = (): string => sizeWords(props.part.bytes)

  function load(): void {
    setProblem(undefined)
    props
      .onLoad?.(props.part.sha256)
      .then(setWhole, (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
  }

  return (
    <Show when={props.part.preview !== ''} fallback={<p class="entry-note">{transcriptWords.binary(size())}</p>}>
      <Show when={whole() === undefined} fallback={<Output text={whole() ?? ''} />}>
        <CodeBlock text={props.part.preview} lines={12} />
        <p class="entry-note">
          {problem() ?? transcriptWords.notShown(size())}
          <Show when={props.onLoad}>
            {' '}
            <button type="button" class="output-more" onClick={load}>
              {transcriptWords.loadWhole}
            </button>
          </Show>
        </p>
      </Show>
    </Show>
  )
}
