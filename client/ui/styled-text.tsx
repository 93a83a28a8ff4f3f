import './code-block.css'
import { For, Show, type JSX } from 'solid-js'
import { RevealedText } from './revealed-text.tsx'
import type { StyledLine, StyledSpan } from './styled-line.ts'

/** A line whose stretches have looks of their own; nothing hides in it. */
export function StyledText(props: { readonly line: StyledLine }): JSX.Element {
  return (
    <For each={props.line}>{(span, index) => <SpanView span={span} last={index() === props.line.length - 1} />}</For>
  )
}

function SpanView(props: { readonly span: StyledSpan; readonly last: boolean }): JSX.Element {
  return (
    <Show when={props.span.look} fallback={<Revealed text={props.span.text} last={props.last} />}>
      {(look) => (
        <span class={look()}>
          <Revealed text={props.span.text} last={props.last} />
        </span>
      )}
    </Show>
  )
}

/** Blanks at the end of a stretch trail only where the line ends too. */
function Revealed(props: { readonly text: string; readonly last: boolean }): JSX.Element {
  const end = (): number => (props.last ? props.text.length : props.text.length - trailingBlanks(props.text))
  return (
    <>
      <RevealedText text={props.text.slice(0, end())} />
      {props.text.slice(end())}
    </>
  )
}

/** Of plain blanks and tabs alone: any other blank is drawn wherever it stands. */
function trailingBlanks(text: string): number {
  let count = 0
  while (count < text.length && /[\t ]/.test(text.charAt(text.length - 1 - count))) count += 1
  return count
}
