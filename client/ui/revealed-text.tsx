import './code-block.css'
import type { JSX } from 'solid-js'
import { createMemo, For, Match, Switch } from 'solid-js'
import type { Piece } from './reveal-hidden.ts'
import { revealHidden } from './reveal-hidden.ts'
import { splitWords } from './split-words.ts'

/** Props of {@link RevealedText}. */
export interface RevealedTextProps {
  readonly text: string
  /** Words to underline where they stand as words: those that made a command destructive. */
  readonly danger?: readonly string[] | undefined
  /** For sentences: only what hides or turns text is drawn. */
  readonly prose?: boolean | undefined
}

/** Text in which nothing hides: see `revealHidden`. */
export function RevealedText(props: RevealedTextProps): JSX.Element {
  const pieces = createMemo(() => revealHidden(props.text, props.prose ? 'prose' : 'exact'))
  return <For each={pieces()}>{(piece) => <PieceView piece={piece} danger={props.danger ?? []} />}</For>
}

function PieceView(props: { readonly piece: Piece; readonly danger: readonly string[] }): JSX.Element {
  const name = (): string => ('name' in props.piece ? props.piece.name : '')
  return (
    <Switch
      fallback={
        <For each={splitWords(props.piece.text, props.danger)}>
          {(part) => (part.found ? <mark class="code-danger">{part.text}</mark> : part.text)}
        </For>
      }
    >
      <Match when={props.piece.kind === 'hidden' && props.piece}>
        {(piece) => (
          <span class="hidden-character" title={name()}>
            {piece().shown}
          </span>
        )}
      </Match>
      <Match when={props.piece.kind === 'lookalike'}>
        <span class="lookalike" title={name()}>
          {props.piece.text}
        </span>
      </Match>
    </Switch>
  )
}
