import { untrack } from 'solid-js'
import type { ThreadPaneProps } from './thread-pane.tsx'

/** Puts a text below what stands in the draft of a thread's page. */
export function createAddToDraft(props: Pick<ThreadPaneProps, 'desk' | 'threadId'>): (text: string) => void {
  const draft = untrack(() => props.desk.draft(props.threadId))
  return (text) =>
    props.desk.setDraft(props.threadId, [draft().trimEnd(), text].filter((part) => part !== '').join('\n\n'))
}
