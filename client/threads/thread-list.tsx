import { createMemo, For, type JSX } from 'solid-js'
import type { OrbStore } from '../orbs/orb-store.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { threadTitle } from './thread-title.ts'
import { threadWords } from './words.ts'

/** Props of {@link ThreadList}. */
export interface ThreadListProps {
  readonly orbId: string
  readonly threadId: string
  readonly orb: OrbStore
  readonly onOpen?: (() => void) | undefined
}

/** The threads of an orb, newest first; archived ones last. */
export function ThreadList(props: ThreadListProps): JSX.Element {
  const threads = createMemo(() =>
    Object.values(props.orb.data.threads).toSorted(
      (a, b) => Number(a.archived) - Number(b.archived) || b.lastActivity - a.lastActivity,
    ),
  )
  return (
    <nav class="thread-list" aria-label={threadWords.threads}>
      <For each={threads()}>
        {(thread) => (
          <a
            class="thread-link"
            href={`/o/${props.orbId}/t/${thread.threadId}`}
            aria-current={thread.threadId === props.threadId ? 'page' : undefined}
            onClick={() => props.onOpen?.()}
          >
            <span class="thread-link-title" dir="auto">
              <RevealedText text={threadTitle(thread)} prose />
            </span>
            <span class="thread-link-time">
              {thread.archived ? threadWords.archived : <RelativeTime at={thread.lastActivity} />}
            </span>
          </a>
        )}
      </For>
    </nav>
  )
}
