import type { JSX } from 'solid-js'
import { For, Match, Show, Switch } from 'solid-js'
import { RevealedText } from '../../ui/revealed-text.tsx'
import type { Inline } from './nodes.ts'

/** A line of prose as elements. */
export function Inlines(props: { readonly nodes: readonly Inline[] }): JSX.Element {
  return <For each={props.nodes}>{(node) => <InlineView node={node} />}</For>
}

function InlineView(props: { readonly node: Inline }): JSX.Element {
  const when = <T extends Inline['type']>(type: T): Extract<Inline, { type: T }> | false =>
    props.node.type === type && (props.node as Extract<Inline, { type: T }>)
  return (
    <Switch>
      <Match when={when('text')}>{(node) => <RevealedText text={node().text} prose />}</Match>
      <Match when={when('code')}>
        {(node) => (
          <code class="markdown-code">
            <RevealedText text={node().text} />
          </code>
        )}
      </Match>
      <Match when={when('strong')}>
        {(node) => (
          <strong>
            <Inlines nodes={node().children} />
          </strong>
        )}
      </Match>
      <Match when={when('em')}>
        {(node) => (
          <em>
            <Inlines nodes={node().children} />
          </em>
        )}
      </Match>
      <Match when={when('del')}>
        {(node) => (
          <s>
            <Inlines nodes={node().children} />
          </s>
        )}
      </Match>
      <Match when={when('break')}>
        <br />
      </Match>
      <Match when={when('link')}>
        {(node) => (
          <a href={node().href} target="_blank" rel="noopener noreferrer nofollow">
            <Inlines nodes={node().children} />
            <Show when={node().host}>{(host) => <span class="markdown-host">({host()})</span>}</Show>
          </a>
        )}
      </Match>
    </Switch>
  )
}
