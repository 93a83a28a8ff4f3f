import { For, Show, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import type { Chapter } from './chapters.ts'
import { transcriptWords } from './words.ts'

/** Props of {@link RunsSheet}. */
export interface RunsSheetProps {
  readonly open: boolean
  /** Oldest first. */
  readonly chapters: readonly Chapter[]
  readonly resultOf: (runId: string) => string | undefined
  /** Whether older runs may be loaded. */
  readonly more: boolean
  readonly onMore: () => void
  readonly onGo: (entryId: string) => void
  readonly onClose: () => void
}

/** The runs of a thread, newest first: one press goes to where a run begins. */
export function RunsSheet(props: RunsSheetProps): JSX.Element {
  return (
    <Sheet open={props.open} title={transcriptWords.runs} onClose={() => props.onClose()}>
      <ol role="list" class="runs">
        <For each={props.chapters.toReversed()}>
          {(chapter) => (
            <li>
              <button type="button" class="runs-item" onClick={() => props.onGo(chapter.entryId)}>
                <span class="run-title" dir="auto">
                  <RevealedText text={chapter.title ?? transcriptWords.run} prose />
                </span>
                <span class="run-facts">
                  <Show when={props.resultOf(chapter.runId)}>{(result) => <>{result()} · </>}</Show>
                  <RelativeTime at={chapter.at} />
                </span>
              </button>
            </li>
          )}
        </For>
      </ol>
      <Show when={props.more}>
        <Button kind="outlined" wide onPress={() => props.onMore()}>
          {transcriptWords.olderRuns}
        </Button>
      </Show>
    </Sheet>
  )
}
