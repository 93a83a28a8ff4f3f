import './code-block.css'
import EyeOff from 'lucide-solid/icons/eye-off'
import type { JSX } from 'solid-js'
import { createMemo, createSignal, For, Show } from 'solid-js'
import { createHighlighting } from '../highlight/highlighting.ts'
import type { Language } from '../highlight/languages.ts'
import { hidesSomething } from './reveal-hidden.ts'
import { RevealedText } from './revealed-text.tsx'
import { lineText, type StyledLine } from './styled-line.ts'
import { StyledText } from './styled-text.tsx'
import { uiWords } from './words.ts'

/** Props of {@link CodeBlock}. */
export interface CodeBlockProps {
  readonly text: string
  /** What a screen reader calls it: "Command". */
  readonly label?: string | undefined
  /** Words to underline: those that made a command destructive. */
  readonly danger?: readonly string[] | undefined
  /** Says in words that something was hidden. For what a decision hangs on. */
  readonly warn?: boolean | undefined
  /** Lines shown at first; the rest on request. All where not given, as for everything that is decided on. */
  readonly lines?: number | undefined
  /** Without ground and padding, where it stands in a panel already. */
  readonly bare?: boolean | undefined
  /** Given where the text is code and will not grow any more: it is coloured once it is seen. */
  readonly language?: Language | null | undefined
}

/** Exact text: monospace, never cut, wrapped with a mark, hidden characters drawn. */
export function CodeBlock(props: CodeBlockProps): JSX.Element {
  const [all, setAll] = createSignal(false)
  const lines = createMemo(() => props.text.split('\n'))
  const shown = (): string[] => (all() || props.lines === undefined ? lines() : lines().slice(0, props.lines))
  const rest = (): number => lines().length - shown().length
  const [host, setHost] = createSignal<HTMLDivElement>()
  const looks = createHighlighting(host, () => (props.language ? { text: props.text, language: props.language } : null))
  const lookOf = (index: number, line: string): StyledLine | undefined => {
    const styled = looks()?.[index]
    // What hides is judged by the whole line.
    return styled !== undefined && lineText(styled) === line && !hidesSomething(line) ? styled : undefined
  }
  return (
    <div
      class="code"
      classList={{ 'code-bare': props.bare === true }}
      role="group"
      aria-label={props.label}
      ref={setHost}
    >
      <code>
        <For each={shown()}>
          {(line, index) => (
            <span class="code-line" data-wraps={wrapMarks(line)}>
              <Show when={lookOf(index(), line)} fallback={<RevealedText text={line} danger={props.danger} />}>
                {(styled) => <StyledText line={styled()} />}
              </Show>
            </span>
          )}
        </For>
      </code>
      <Show when={rest() > 0}>
        <button type="button" class="code-more" onClick={() => setAll(true)}>
          {uiWords.showMore(rest())}
        </button>
      </Show>
      <Show when={props.warn && hidesSomething(props.text)}>
        <p class="code-note">
          <EyeOff class="icon" />
          {uiWords.hiddenFound}
        </p>
      </Show>
    </div>
  )
}

/** Props of {@link CodeLines}. */
export interface CodeLinesProps {
  readonly lines: readonly StyledLine[]
  /** What a screen reader calls it: "Output". */
  readonly label?: string | undefined
}

/** Exact text whose parts have looks: as {@link CodeBlock}, without its foot. */
export function CodeLines(props: CodeLinesProps): JSX.Element {
  return (
    <div class="code" role="group" aria-label={props.label}>
      <code>
        <For each={props.lines}>
          {(line) => (
            <span class="code-line" data-wraps={wrapMarks(lineText(line))}>
              <StyledText line={line} />
            </span>
          )}
        </For>
      </code>
    </div>
  )
}

/** As many marks as the line could have rows (16 characters each at the least); what is too much is clipped. */
function wrapMarks(line: string): string {
  return '↪\n'.repeat(Math.min(1000, Math.ceil(line.length / 16)))
}
