import type { JSX } from 'solid-js'
import { Show } from 'solid-js'
import type { Attachment } from '../../shared/commands/attachments.ts'
import { MessageFiles } from '../files/message-files.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { transcriptWords } from './words.ts'

/** Props of {@link UserMessage}. */
export interface UserMessageProps {
  readonly text: string
  /** Who wrote it; "You" where not given. */
  readonly personName?: string | undefined
  readonly deviceName?: string | undefined
  /** ms since the epoch. */
  readonly at?: number | undefined
  /** Files that went with it. */
  readonly attachments?: readonly Attachment[] | undefined
  /** How far it has come, while it is on its way: "kept here", "recorded". */
  readonly note?: string | undefined
}

/** What a person wrote: plain text, exactly as typed. */
export function UserMessage(props: UserMessageProps): JSX.Element {
  return (
    <article class="entry entry-user">
      <p class="entry-by">
        <span class="entry-name">
          <RevealedText text={props.personName ?? transcriptWords.you} prose />
        </span>
        <Show when={props.deviceName}>
          {(device) => (
            <span>
              <RevealedText text={device()} prose />
            </span>
          )}
        </Show>
        <Show when={props.at}>{(at) => <RelativeTime at={at()} />}</Show>
        <Show when={props.note}>{(note) => <span class="entry-note">{note()}</span>}</Show>
      </p>
      <p class="entry-text" dir="auto">
        <RevealedText text={props.text} prose />
      </p>
      <Show when={props.attachments}>{(files) => <MessageFiles files={files()} />}</Show>
    </article>
  )
}
