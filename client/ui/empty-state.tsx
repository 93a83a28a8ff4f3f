import './notices.css'
import { Show, type JSX } from 'solid-js'

/** Props of {@link EmptyState}. */
export interface EmptyStateProps {
  /** Left out where the page's own head says it. */
  readonly title?: string | undefined
  /** What to do next, in a sentence. */
  readonly text: string
  /** An action, where there is one. */
  readonly children?: JSX.Element
}

/** What a page says where it has nothing to show. */
export function EmptyState(props: EmptyStateProps): JSX.Element {
  return (
    <div class="empty">
      <Show when={props.title}>
        <h2 class="empty-title">{props.title}</h2>
      </Show>
      <p>{props.text}</p>
      {props.children}
    </div>
  )
}
