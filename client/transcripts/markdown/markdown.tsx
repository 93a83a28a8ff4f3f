import './markdown.css'
import type { JSX } from 'solid-js'
import { createMemo, For, Match, Show, Switch } from 'solid-js'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Inlines } from './inlines.tsx'
import type { Block, ListItem } from './nodes.ts'
import { NOTHING_READ, readOn } from './stream.ts'

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  readonly text: string
}

/** A message as elements, made node by node: no markup of the agent ever reaches the page as markup. */
export function Markdown(props: MarkdownProps): JSX.Element {
  const reading = createMemo((before: typeof NOTHING_READ) => readOn(before, props.text), NOTHING_READ)
  return (
    <div class="markdown">
      <Blocks blocks={reading().settled} />
      <Blocks blocks={reading().tail} />
    </div>
  )
}

function Blocks(props: { readonly blocks: readonly Block[] }): JSX.Element {
  return <For each={props.blocks}>{(block) => <BlockView block={block} />}</For>
}

function BlockView(props: { readonly block: Block }): JSX.Element {
  const when = <T extends Block['type']>(type: T): Extract<Block, { type: T }> | false =>
    props.block.type === type && (props.block as Extract<Block, { type: T }>)
  return (
    <Switch>
      <Match when={when('paragraph')}>
        {(block) => (
          <p dir="auto">
            <Inlines nodes={block().children} />
          </p>
        )}
      </Match>
      <Match when={when('heading')}>
        {/* Headings of messages lie below those of the page, whatever depth the agent chose. */}
        {(block) => (
          <p
            class={`markdown-heading markdown-heading-${block().level}`}
            role="heading"
            aria-level={Math.min(6, block().level + 2)}
            dir="auto"
          >
            <Inlines nodes={block().children} />
          </p>
        )}
      </Match>
      <Match when={when('code')}>{(block) => <CodeBlock text={block().text} />}</Match>
      <Match when={when('verbatim')}>{(block) => <CodeBlock text={block().text} bare />}</Match>
      <Match when={when('quote')}>
        {(block) => (
          <blockquote>
            <Blocks blocks={block().children} />
          </blockquote>
        )}
      </Match>
      <Match when={when('list')}>{(block) => <ListView start={block().start} items={block().items} />}</Match>
      <Match when={when('table')}>{(block) => <TableView table={block()} />}</Match>
      <Match when={when('rule')}>
        <hr />
      </Match>
    </Switch>
  )
}

function ListView(props: { readonly start: number | null; readonly items: readonly ListItem[] }): JSX.Element {
  const items = (): JSX.Element => (
    <For each={props.items}>
      {(item) => (
        <li class={item.checked === null ? '' : 'markdown-task'}>
          <Show when={item.checked !== null}>
            <input type="checkbox" checked={item.checked === true} disabled />
          </Show>
          <Blocks blocks={item.children} />
        </li>
      )}
    </For>
  )
  return (
    <Show when={props.start !== null} fallback={<ul>{items()}</ul>}>
      <ol start={props.start ?? 1}>{items()}</ol>
    </Show>
  )
}

function TableView(props: { readonly table: Extract<Block, { type: 'table' }> }): JSX.Element {
  return (
    <div class="markdown-table" tabindex="0" role="group">
      <table>
        <thead>
          <tr>
            <For each={props.table.header}>
              {(cell) => (
                <th scope="col">
                  <Inlines nodes={cell} />
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={props.table.rows}>
            {(row) => (
              <tr>
                <For each={row}>
                  {(cell) => (
                    <td>
                      <Inlines nodes={cell} />
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  )
}
