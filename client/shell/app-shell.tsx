import './shell.css'
import type { JSX } from 'solid-js'
import { onCleanup, onMount, Show } from 'solid-js'
import { followViewport } from './viewport.ts'
import { shellWords } from './words.ts'

/** Props of {@link AppShell}. */
export interface AppShellProps {
  /** What a phone shows: the list, or the page that was opened from it. Wider screens show both. */
  readonly pane: 'list' | 'main'
  /** The fleet. */
  readonly list: JSX.Element
  /** The page. */
  readonly children: JSX.Element
  /** Files, plan and details of what is open: from 1200 px up. */
  readonly side?: JSX.Element
  /** The bottom bar: on a phone, below the list. */
  readonly bar?: JSX.Element
}

/** The frame: one pane on a phone, list and page on a tablet, list, page and side panel on a desktop. */
export function AppShell(props: AppShellProps): JSX.Element {
  onMount(() => onCleanup(followViewport()))
  return (
    <div class={`shell shell-on-${props.pane}`}>
      <a class="skip" href="#content">
        {shellWords.skip}
      </a>
      <div class="shell-list">
        <nav class="shell-scroll" aria-label={shellWords.fleet}>
          {props.list}
        </nav>
        {props.bar}
      </div>
      <main class="shell-main" id="content" tabindex="-1">
        {props.children}
      </main>
      <Show when={props.side}>
        <aside class="shell-side shell-scroll" aria-label={shellWords.side}>
          {props.side}
        </aside>
      </Show>
    </div>
  )
}
