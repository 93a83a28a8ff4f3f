import ChevronRight from 'lucide-solid/icons/chevron-right'
import type { JSX } from 'solid-js'
import { Show, untrack } from 'solid-js'
import { RevealedText } from '../ui/revealed-text.tsx'
import { duration } from '../ui/time-words.ts'
import { Markdown } from './markdown/markdown.tsx'
import { newFolding, type Folding } from './folding.ts'
import { transcriptWords } from './words.ts'

/** What the agent thought, folded to its first words until somebody asks. */
export function Thought(props: {
  readonly text: string
  readonly open: boolean
  /** How long it took, in ms, where that is known. */
  readonly took?: number | null | undefined
  /** Kept beside the entry, whose row comes and goes. */
  readonly folding?: Folding | undefined
}): JSX.Element {
  const [chosen, choose] = untrack(() => props.folding) ?? newFolding()
  const unfolded = (): boolean => chosen() === true
  const word = (): string => {
    if (props.open) return transcriptWords.thinking
    return props.took ? transcriptWords.thoughtFor(duration(props.took)) : transcriptWords.thought
  }
  // While it streams the last words say more than the first.
  const glimpse = (): string => {
    const lines = props.text
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '')
    return (props.open ? lines.at(-1) : lines[0])?.replace(/[*_`#]/g, '').slice(0, 300) ?? ''
  }
  return (
    <article class="entry entry-thought">
      <button type="button" class="entry-fold" aria-expanded={unfolded()} onClick={() => choose(!unfolded())}>
        <ChevronRight class="icon entry-chevron" />
        <span class="entry-kind">{word()}</span>
        <Show when={!unfolded()}>
          <span class="entry-glimpse" dir="auto">
            <RevealedText text={glimpse()} prose />
          </span>
        </Show>
      </button>
      <Show when={unfolded()}>
        <div class="entry-thoughts">
          <Markdown text={props.text} open={props.open} />
        </div>
      </Show>
    </article>
  )
}
