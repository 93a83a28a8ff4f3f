import './transcript-list.css'
import ArrowDown from 'lucide-solid/icons/arrow-down'
import type { JSX } from 'solid-js'
import { createEffect, createMemo, createSignal, For, Match, on, onCleanup, onMount, Show, Switch } from 'solid-js'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { EntryView } from './entry-view.tsx'
import { RunSeparator } from './run-separator.tsx'
import { createScrollAnchor } from './scroll-anchor.ts'
import type { LoadLarge } from '../blobs/large-texts.ts'
import { transcriptWords } from './words.ts'

/** Whether anything older than the first entry is to be had. */
export type OlderEntries = 'more' | 'loading' | 'failed' | 'start'

/** Props of {@link TranscriptList}. */
export interface TranscriptListProps {
  /** By rising position. An entry keeps its object while it keeps its id, so that its element stays. */
  readonly entries: readonly Entry[]
  readonly older: OlderEntries
  /** Asked for when the reader comes near the first entry, and by "try again". May be called while one is under way. */
  readonly onReachTop: () => void
  readonly onLoadLarge?: LoadLarge | undefined
  /** What belongs below an entry, such as the receipt of the approval that its tool call waited for. */
  readonly after?: ((entry: Entry) => JSX.Element) | undefined
  /** What follows the newest entry: how the run ended, messages that are on their way. */
  readonly foot?: JSX.Element
  /** Whether the reader is at the end, now and after every change. */
  readonly onAtEnd?: ((isAtEnd: boolean) => void) | undefined
  /** Scrolls to the end whenever it changes: the number of messages sent from here, say. */
  readonly jump?: unknown
}

/**
 * A thread's entries, anchored at the bottom. The end is followed only while the reader is at it; else nothing that
 * is being read moves, and a button counts what is new.
 */
export function TranscriptList(props: TranscriptListProps): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>()
  const [content, setContent] = createSignal<HTMLDivElement>()
  const [top, setTop] = createSignal<HTMLDivElement>()
  const anchor = createScrollAnchor(scroller, content)
  const lastPosition = (): number => props.entries.at(-1)?.position ?? 0
  // The newest entry that the reader had in sight when he left the end.
  const seen = createMemo((before: number) => (anchor.atEnd() ? lastPosition() : before), 0)
  const unseen = createMemo(() => props.entries.filter((entry) => entry.position > seen()).length)

  createEffect(
    on(
      () => props.jump,
      () => anchor.toEnd(),
      { defer: true },
    ),
  )

  createEffect(() => props.onAtEnd?.(anchor.atEnd()))

  onMount(() => {
    const watcher = new IntersectionObserver((hits) => hits.some((hit) => hit.isIntersecting) && props.onReachTop(), {
      root: scroller() ?? null,
      rootMargin: '800px 0px 0px 0px',
    })
    // Observed anew after each page: an intersection that lasts is reported only once.
    createEffect(
      on(
        () => [props.entries[0]?.position, props.older],
        () => {
          const mark = top()
          if (mark === undefined) return
          watcher.unobserve(mark)
          if (props.older === 'more') watcher.observe(mark)
        },
      ),
    )
    onCleanup(() => watcher.disconnect())
  })

  return (
    <div class="transcript">
      <div class="transcript-scroller" ref={setScroller} tabindex="-1">
        <div class="transcript-content" ref={setContent}>
          <div ref={setTop} class="transcript-top">
            <Older older={props.older} onRetry={props.onReachTop} />
          </div>
          <ol role="list" class="transcript-entries">
            <For each={props.entries}>
              {(entry, index) => (
                <li class="transcript-entry" data-entry={entry.entryId}>
                  <Show when={startsRun(props.entries, index())}>
                    <RunSeparator at={entry.at} />
                  </Show>
                  <EntryView entry={entry} onLoadLarge={props.onLoadLarge} />
                  {props.after?.(entry)}
                </li>
              )}
            </For>
          </ol>
          <div class="transcript-foot">{props.foot}</div>
        </div>
      </div>
      <Show when={!anchor.atEnd()}>
        <button
          type="button"
          class="transcript-new"
          classList={{ 'transcript-news': unseen() > 0 }}
          onClick={() => anchor.toEnd()}
        >
          <ArrowDown class="icon" />
          <span class={unseen() > 0 ? '' : 'visually-hidden'}>
            {unseen() > 0 ? transcriptWords.newEntries(unseen()) : transcriptWords.toEnd}
          </span>
        </button>
      </Show>
    </div>
  )
}

function Older(props: { readonly older: OlderEntries; readonly onRetry: () => void }): JSX.Element {
  return (
    <Switch>
      <Match when={props.older === 'loading'}>{transcriptWords.loadingOlder}</Match>
      <Match when={props.older === 'start'}>{transcriptWords.start}</Match>
      <Match when={props.older === 'failed'}>
        <span role="alert">{transcriptWords.olderFailed}</span>{' '}
        <button type="button" class="output-more" onClick={() => props.onRetry()}>
          {transcriptWords.tryAgain}
        </button>
      </Match>
    </Switch>
  )
}

function startsRun(entries: readonly Entry[], index: number): boolean {
  const [entry, before] = [entries[index], entries[index - 1]]
  return entry?.runId !== null && before !== undefined && before.runId !== entry?.runId
}
