import './notices.css'
import type { JSX } from 'solid-js'
import { For } from 'solid-js'
import { uiWords } from './words.ts'

/** Grey lines in place of what has not come yet. They do not move. */
export function Skeleton(props: { readonly lines: number }): JSX.Element {
  return (
    <div class="skeleton" role="status" aria-label={uiWords.loading}>
      <For each={Array.from({ length: props.lines })}>{() => <span class="skeleton-line" />}</For>
    </div>
  )
}
