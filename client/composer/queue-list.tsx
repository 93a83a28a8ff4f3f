import './composer.css'
import ListOrdered from 'lucide-solid/icons/list-ordered'
import type { JSX } from 'solid-js'
import { createSignal, For, Show } from 'solid-js'
import type { QueueItem } from '../../shared/desk/desk.ts'
import { Button } from '../ui/button.tsx'
import { QueueItemSheet } from './queue-item-sheet.tsx'
import { attachmentWords } from './attachments/words.ts'
import { composerWords } from './words.ts'

/** A text of this device that came after the agent had taken the item. */
export interface TooLateEdit {
  readonly itemId: string
  readonly text: string
}

/** Props of {@link QueueList}. */
export interface QueueListProps {
  /** Of this thread, in order. */
  readonly items: readonly QueueItem[]
  /** True when the relay has committed everything that this device wrote. */
  readonly kept: boolean
  /** Whether files of an item wait on this device. */
  readonly filesHere: (itemId: string) => boolean
  /** A stop holds the queue. */
  readonly held: boolean
  readonly tooLate: readonly TooLateEdit[]
  readonly onEdit: (itemId: string, text: string) => void
  readonly onRemove: (itemId: string) => void
  /** Puts an item between two others; null: at that end. */
  readonly onMove: (itemId: string, after: string | null, before: string | null) => void
  readonly onReady: (itemId: string, ready: boolean) => void
  readonly onFollowUp: (edit: TooLateEdit) => void
  readonly onDismiss: (itemId: string) => void
}

/** What waits to be given to the agent, with what is known of each: kept here, kept by the relay, on hold. */
export function QueueList(props: QueueListProps): JSX.Element {
  const [editing, setEditing] = createSignal<string>()
  const index = (): number => props.items.findIndex((item) => item.itemId === editing())
  const stateOf = (item: QueueItem): string => {
    if (!item.ready) return composerWords.onHold
    if (props.held) return composerWords.heldByStop
    if (props.filesHere(item.itemId)) return attachmentWords.filesHere
    return props.kept ? composerWords.keptByRelay : composerWords.keptHere
  }

  function move(by: -1 | 1): void {
    const at = index()
    const rest = props.items.filter((_, other) => other !== at)
    const to = at + by
    const moved = props.items[at]
    if (moved === undefined || to < 0 || to > rest.length) return
    props.onMove(moved.itemId, rest[to - 1]?.itemId ?? null, rest[to]?.itemId ?? null)
  }

  return (
    <Show when={props.items.length + props.tooLate.length > 0}>
      <div class="queue">
        <For each={props.tooLate}>{(edit) => <TooLate {...props} edit={edit} />}</For>
        <ol role="list" aria-label={composerWords.queued(props.items.length)}>
          <For each={props.items}>
            {(item) => (
              <li>
                <button
                  type="button"
                  class="queue-item"
                  classList={{ 'queue-held': !item.ready }}
                  aria-haspopup="dialog"
                  onClick={() => setEditing(item.itemId)}
                >
                  <ListOrdered class="icon" />
                  <span class="queue-text" dir="auto">
                    {item.text}
                  </span>
                  <span class="queue-state">
                    <Show when={item.attachments}>{(files) => <>{attachmentWords.files(files().length)} · </>}</Show>
                    {stateOf(item)}
                  </span>
                </button>
              </li>
            )}
          </For>
        </ol>
        <QueueItemSheet
          item={props.items[index()]}
          first={index() === 0}
          last={index() === props.items.length - 1}
          onClose={() => setEditing(undefined)}
          onEdit={props.onEdit}
          onRemove={props.onRemove}
          held={props.held}
          onReady={props.onReady}
          onMove={move}
        />
      </div>
    </Show>
  )
}

function TooLate(props: QueueListProps & { readonly edit: TooLateEdit }): JSX.Element {
  return (
    <div class="queue-late" role="alert">
      <p>{composerWords.tooLate}</p>
      <p class="queue-late-text" dir="auto">
        {props.edit.text}
      </p>
      <div class="queue-late-actions">
        <Button onPress={() => props.onFollowUp(props.edit)}>{composerWords.followUp}</Button>
        <Button kind="quiet" onPress={() => props.onDismiss(props.edit.itemId)}>
          {composerWords.dismiss}
        </Button>
      </div>
    </div>
  )
}
