import './transcript-list.css'
import ArrowDown from 'lucide-solid/icons/arrow-down'
import type { JSX } from 'solid-js'
import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import type { LoadLarge } from '../blobs/large-texts.ts'
import { chaptersOf, type Chapter } from './chapters.ts'
import { createEdgeWatch } from './edge-watch.ts'
import { EntrySheet } from './entry-sheet.tsx'
import { EntryView } from './entry-view.tsx'
import { NewerEdge, OlderEdge } from './list-edges.tsx'
import { createLiveRows } from './live-rows.ts'
import { RunSeparator } from './run-separator.tsx'
import { RunsSheet } from './runs-sheet.tsx'
import { createScrollAnchor } from './scroll-anchor.ts'
import type { Newer, Older } from './thread-store.ts'
import { transcriptWords } from './words.ts'

/** An entry to go to; a new object goes there again. */
export interface Goal {
  readonly entryId: string
}

/** Props of {@link TranscriptList}. */
export interface TranscriptListProps {
  /** By rising position. An entry keeps its object while it keeps its id, so that its element stays. */
  readonly entries: readonly Entry[]
  readonly older: Older
  /** Asked for when the reader comes near the first entry, and by "try again". May be called while one is under way. */
  readonly onReachTop: () => void
  /** Where the list does not reach the end of the thread; `end` where not given. */
  readonly newer?: Newer | undefined
  readonly onReachBottom?: (() => void) | undefined
  /** The reader wants the end, and the list does not reach it. */
  readonly onToEnd?: (() => void) | undefined
  readonly onLoadLarge?: LoadLarge | undefined
  /** What belongs below an entry, such as the receipt of the approval that its tool call waited for. */
  readonly after?: ((entry: Entry) => JSX.Element) | undefined
  /** What follows the newest entry: how the run ended, messages that are on their way. */
  readonly foot?: JSX.Element
  /** Whether the reader is at the end, now and after every change. */
  readonly onAtEnd?: ((isAtEnd: boolean) => void) | undefined
  /** Scrolls to the end whenever it changes: the number of messages sent from here, say. */
  readonly jump?: unknown
  /** Goes to this entry and shows it for a moment. */
  readonly goal?: Goal | null | undefined
  /** The address of an entry; without it entries have no menu. */
  readonly linkOf?: ((entry: Entry) => string) | undefined
  /** How a run stands, in a word, where that is known. */
  readonly resultOf?: ((runId: string) => string | undefined) | undefined
  /** Up to here this reader had read when the thread was opened. */
  readonly readUpTo?: number | null | undefined
}

/**
 * A thread's entries, anchored at the bottom. The end is followed only while the reader is at it; else nothing that
 * is being read moves, and a button counts what is new.
 */
export function TranscriptList(props: TranscriptListProps): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>()
  const [content, setContent] = createSignal<HTMLDivElement>()
  const [list, setList] = createSignal<HTMLOListElement>()
  const [top, setTop] = createSignal<HTMLDivElement>()
  const [bottom, setBottom] = createSignal<HTMLDivElement>()
  const [menuOf, setMenuOf] = createSignal<Entry>()
  const [runsOpen, setRunsOpen] = createSignal(false)
  const newer = (): Newer => props.newer ?? 'end'
  const anchor = createScrollAnchor(scroller, content, () => newer() === 'end')
  const live = createLiveRows({ scroller, list, entries: () => props.entries, isAtEnd: anchor.atEnd })
  const lastPosition = (): number => props.entries.at(-1)?.position ?? 0
  // The newest entry that the reader had in sight when he left the end.
  const seen = createMemo((before: number) => (anchor.atEnd() ? lastPosition() : before), 0)
  const unseen = createMemo(() => (newer() === 'end' ? countAfter(props.entries, seen()) : 0))
  const chapters = createMemo(() => chaptersOf(props.entries), [], { equals: sameChapters })
  /** The first run of the list has none: it may begin further up, and in a thread's start there is nothing to part. */
  const heads = createMemo(
    () =>
      new Map(
        chapters()
          .slice(1)
          .map((chapter) => [chapter.entryId, chapter]),
      ),
  )
  const resultOf = (runId: string): string | undefined => props.resultOf?.(runId)
  /** The first entry that came after the reader had left; none where nothing did, or everything is new. */
  const firstNew = createMemo(() => {
    const upTo = props.readUpTo ?? null
    if (upTo === null) return undefined
    const at = props.entries.findIndex((entry) => entry.position > upTo)
    return at > 0 ? props.entries[at]?.entryId : undefined
  })

  function toEnd(): void {
    if (newer() !== 'end') props.onToEnd?.()
    live.bringEnd()
    anchor.toEnd()
  }

  function go(entryId: string): void {
    live.bring(entryId)
    const element = content()?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entryId)}"]`)
    if (element === null || element === undefined) return
    anchor.show(element)
    point(element)
  }

  createEffect(on(() => props.jump, toEnd, { defer: true }))
  createEffect(() => props.onAtEnd?.(anchor.atEnd()))
  createEffect(
    on(
      () => props.goal,
      (goal) => {
        // In the next frame: the entries that it stands among may have come in this very turn.
        if (goal) requestAnimationFrame(() => go(goal.entryId))
      },
    ),
  )
  createEdgeWatch(
    scroller,
    top,
    () => [props.older === 'more', props.entries[0]?.position],
    () => props.onReachTop(),
  )
  createEdgeWatch(
    scroller,
    bottom,
    () => [newer() === 'more', lastPosition()],
    () => props.onReachBottom?.(),
  )

  return (
    <div class="transcript">
      <div class="transcript-scroller" ref={setScroller} tabindex="-1">
        <div class="transcript-content" ref={setContent}>
          <div ref={setTop} class="transcript-top">
            <OlderEdge older={props.older} onRetry={props.onReachTop} />
          </div>
          <div style={{ height: `${live.above()}px` }} />
          <ol role="list" class="transcript-entries" ref={setList}>
            <For each={live.rows()}>
              {(entry) => (
                <li class="transcript-entry" data-entry={entry.entryId} tabindex="-1">
                  <Show when={firstNew() === entry.entryId}>
                    <p class="transcript-mark">{transcriptWords.newSince}</p>
                  </Show>
                  <Show when={heads().get(entry.entryId)}>
                    {(chapter) => (
                      <RunSeparator
                        chapter={chapter()}
                        result={resultOf(chapter().runId)}
                        onRuns={() => setRunsOpen(true)}
                      />
                    )}
                  </Show>
                  <EntryView entry={entry} onLoadLarge={props.onLoadLarge} />
                  {props.after?.(entry)}
                  <Show when={props.linkOf}>
                    <button
                      type="button"
                      class="entry-menu"
                      aria-label={transcriptWords.entryMenu}
                      aria-haspopup="dialog"
                      onClick={() => setMenuOf(entry)}
                    />
                  </Show>
                </li>
              )}
            </For>
          </ol>
          <div style={{ height: `${live.below()}px` }} />
          <Show
            when={newer() === 'end'}
            fallback={<NewerEdge newer={newer()} onRetry={() => props.onReachBottom?.()} />}
          >
            <div class="transcript-foot">{props.foot}</div>
          </Show>
          <div ref={setBottom} class="transcript-bottom" />
        </div>
      </div>
      <Show when={!anchor.atEnd()}>
        <button type="button" class="transcript-new" classList={{ 'transcript-news': unseen() > 0 }} onClick={toEnd}>
          <ArrowDown class="icon" />
          <span class={unseen() > 0 ? '' : 'visually-hidden'}>
            {unseen() > 0 ? transcriptWords.newEntries(unseen()) : transcriptWords.toEnd}
          </span>
        </button>
      </Show>
      <EntrySheet
        entry={menuOf()}
        linkOf={(entry) => props.linkOf?.(entry) ?? ''}
        onClose={() => setMenuOf(undefined)}
      />
      <RunsSheet
        open={runsOpen()}
        chapters={chapters()}
        resultOf={resultOf}
        more={props.older === 'more'}
        onMore={props.onReachTop}
        onGo={(entryId) => {
          setRunsOpen(false)
          go(entryId)
        }}
        onClose={() => setRunsOpen(false)}
      />
    </div>
  )
}

/** Draws the eye to an entry, and a screen reader, for which the focus goes there. */
function point(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.classList.add('transcript-found')
  setTimeout(() => element.classList.remove('transcript-found'), POINTED_MS)
}

/** Long enough to find an entry on a large screen. */
const POINTED_MS = 2_500

/** From the end on: of a hundred thousand entries few are new. */
function countAfter(entries: readonly Entry[], position: number): number {
  let at = entries.length
  while (at > 0 && (entries[at - 1]?.position ?? 0) > position) at -= 1
  return entries.length - at
}

function sameChapters(before: readonly Chapter[], after: readonly Chapter[]): boolean {
  return (
    before.length === after.length &&
    before.every((one, at) => one.entryId === after[at]?.entryId && one.title === after[at].title)
  )
}
