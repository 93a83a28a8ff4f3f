import { Show, type JSX } from 'solid-js'
import type { ThreadView } from '../../shared/rooms/content.ts'
import type { ConnectionLine } from '../connection/connection-line.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { costWords } from './cost-words.ts'
import { threadTitle } from './thread-title.ts'

/** Props of {@link ThreadFacts}. */
export interface ThreadFactsProps {
  /** What the orb does, in a word; undefined while that is not known. */
  readonly state: string | undefined
  readonly thread: ThreadView | undefined
  /** While the page catches up or the orb is away: in place of what the orb does, so that nothing moves when it is known. */
  readonly instead?: ConnectionLine | undefined
}

/** Below an orb's name: what it does, for how long, what the thread has cost, and which thread it is. */
export function ThreadFacts(props: ThreadFactsProps): JSX.Element {
  const runsSince = (): number | undefined =>
    props.thread?.run?.state === 'running' ? props.thread.run.startedAt : undefined
  const cost = (): string | null => costWords(props.thread?.meta?.usage?.cost ?? null)
  return (
    <>
      <Show
        when={props.instead}
        fallback={
          <p class="page-fact page-fact-list">
            <span>{props.state}</span>
            <Show when={runsSince()}>
              {(at) => (
                <span>
                  {' · '}
                  <RelativeTime at={at()} />
                </span>
              )}
            </Show>
            <Show when={cost()}>{(money) => <span class="number"> · {money()}</span>}</Show>
          </p>
        }
      >
        {(line) => (
          <div class="page-fact page-fact-list">
            <StatusLine {...line()} />
          </div>
        )}
      </Show>
      <Show when={props.thread}>
        {(thread) => (
          <p class="page-fact" dir="auto">
            <RevealedText text={threadTitle(thread())} prose />
          </p>
        )}
      </Show>
    </>
  )
}
