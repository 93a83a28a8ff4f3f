import './markdown.css'
import type { JSX } from 'solid-js'
import { For, Match, Show, Switch } from 'solid-js'
import { languageOf } from '../../highlight/languages.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { createBlocks } from './blocks.ts'
import { Inlines } from './inlines.tsx'
import type { Block, ListItem } from './nodes.ts'

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  readonly text: string
  /** More may follow: code at the end is left plain until it is whole. */
  readonly open?: boolean | undefined
}

/** A message as elements, made node by node: no markup of the agent ever reaches the page as markup. */
export function Markdown(props: MarkdownProps): JSX.Element {
  const blocks = createBlocks(() => props.text)
  return (
    <div class="markdown">
      <Blocks blocks={blocks} growing={props.open === true} />
    </div>
  )
}

/** `growing`: the last block may still get longer. */
function Blocks(props: { readonly blocks: readonly Block[]; readonly growing: boolean }): JSX.Element {
  return (
    <For each={props.blocks}>
      {(block, index) => <BlockView block={block} growing={props.growing && index() === props.blocks.length - 1} />}
    </For>
  )
}

function BlockView(props: { readonly block: Block; readonly growing: boolean }): JSX.Element {
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
      <Match when={when('code')}>
        {(block) => <CodeBlock text={block().text} language={props.growing ? null : languageOf(block().language)} />}
      </Match>
      <Match when={when('verbatim')}>{(block) => <CodeBlock text={block().text} bare />}</Match>
      <Match when={when('quote')}>
        {(block) => (
          <blockquote>
            <Blocks blocks={block().children} growing={props.growing} />
          </blockquote>
        )}
      </Match>
      <Match when={when('list')}>
        {(block) => <ListView start={block().start} items={block().items} growing={props.growing} />}
      </Match>
      <Match when={when('table')}>{(block) => <TableView table={block()} />}</Match>
      <Match when={when('rule')}>
        <hr />
      </Match>
    </Switch>
  )
}

function ListView(props: {
  readonly start: number | null
  readonly items: readonly ListItem[]
  readonly growing: boolean
}): JSX.Element {
  const items = (): JSX.Element => (
    <For each={props.items}>
      {(item, index) => (
        <li class={item.checked === null ? '' : 'markdown-task'}>
          <Show when={item.checked !== null}>
            <input type="checkbox" checked={item.checked === true} disabled />
          </Show>
          <Blocks blocks={item.children} growing={props.growing && index() === props.items.length - 1} />
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
