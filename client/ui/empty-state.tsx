import './notices.css'
import type { JSX } from 'solid-js'

/** Props of {@link EmptyState}. */
export interface EmptyStateProps {
  readonly title: string
  /** What to do next, in a sentence. */
  readonly text: string
  /** An action, where there is one. */
  readonly children?: JSX.Element
}

/** What a page says where it has nothing to show. */
export function EmptyState(props: EmptyStateProps): JSX.Element {
  return (
    <div class="empty">
      <h2 class="empty-title">{props.title}</h2>
      <p>{props.text}</p>
      {props.children}
    </div>
  )
}
