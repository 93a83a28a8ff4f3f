import { createEffect, createSignal, on, Show, type JSX } from 'solid-js'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { transcriptWords } from './words.ts'

/** Props of {@link EntrySheet}. */
export interface EntrySheetProps {
  /** Undefined: closed. */
  readonly entry: Entry | undefined
  /** The address of an entry, which opens the thread there. */
  readonly linkOf: (entry: Entry) => string
  readonly onClose: () => void
}

/** What can be done with an entry: its link, and its text. */
export function EntrySheet(props: EntrySheetProps): JSX.Element {
  const [said, setSaid] = createSignal('')
  createEffect(
    on(
      () => props.entry,
      () => setSaid(''),
    ),
  )
  const copy = (text: string): void => {
    void navigator.clipboard.writeText(text).then(
      () => setSaid(transcriptWords.copied),
      () => setSaid(transcriptWords.notCopied(text)),
    )
  }
  return (
    <Sheet open={props.entry !== undefined} title={transcriptWords.entry} onClose={() => props.onClose()}>
      <Show when={props.entry}>
        {(entry) => (
          <>
            <Button kind="outlined" wide onPress={() => copy(props.linkOf(entry()))}>
              {transcriptWords.copyLink}
            </Button>
            <Show when={textOf(entry())}>
              {(text) => (
                <Button kind="outlined" wide onPress={() => copy(text())}>
                  {transcriptWords.copyText}
                </Button>
              )}
            </Show>
            <p class="entry-note entry-said" role="status">
              {said()}
            </p>
          </>
        )}
      </Show>
    </Sheet>
  )
}

/** What a person would take along: the words of a message, the command of a tool call. */
function textOf({ body }: Entry): string | null {
  if (typeof body !== 'object' || body === null) return null
  for (const key of ['text', 'command'] as const) {
    const value = (body as Record<string, unknown>)[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
