import './composer.css'
import GripVertical from 'lucide-solid/icons/grip-vertical'
import ListOrdered from 'lucide-solid/icons/list-ordered'
import type { JSX } from 'solid-js'
import { createSignal, For, Show } from 'solid-js'
import type { QueueItem } from '../../shared/desk/desk.ts'
import { Button } from '../ui/button.tsx'
import { createDragOrder } from './drag-order.ts'
import { QueueItemSheet } from './queue-item-sheet.tsx'
import { attachmentWords } from './attachments/words.ts'
import { neighboursAt } from './queue-order.ts'
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
  /** What an item waits for whose files are on this device, in a few words; null: it does not. */
  readonly waitsFor: (itemId: string) => string | null
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
  const [said, setSaid] = createSignal('')
  const index = (): number => props.items.findIndex((item) => item.itemId === editing())
  const stateOf = (item: QueueItem): string => {
    if (!item.ready) return composerWords.onHold
    if (props.held) return composerWords.heldByStop
    return props.waitsFor(item.itemId) ?? (props.kept ? composerWords.keptByRelay : composerWords.keptHere)
  }

  function move(from: number, to: number): void {
    const ids = props.items.map(({ itemId }) => itemId)
    const place = neighboursAt(ids, from, to)
    const itemId = ids[from]
    if (place === null || itemId === undefined) return
    props.onMove(itemId, place.after, place.before)
    setSaid(composerWords.moved(to + 1, ids.length))
  }
  let list: HTMLOListElement | undefined
  const drag = createDragOrder(
    () => (list === undefined ? [] : [...list.children].filter((row) => row instanceof HTMLElement)),
    () => props.items.length,
    move,
  )

  return (
    <Show when={props.items.length + props.tooLate.length > 0}>
      <div class="queue">
        <For each={props.tooLate}>{(edit) => <TooLate {...props} edit={edit} />}</For>
        <p class="visually-hidden" role="status">
          {said()}
        </p>
        <ol role="list" aria-label={composerWords.queued(props.items.length)} ref={(node) => (list = node)}>
          <For each={props.items}>
            {(item, at) => (
              <li
                class="queue-row"
                classList={{ 'queue-dragged': drag.isDragged(at()) }}
                style={{ translate: drag.shiftOf(at()) === null ? undefined : `0 ${drag.shiftOf(at())}px` }}
              >
                {/* For a finger or a mouse; by keys, an item is moved in its sheet. */}
                <Show when={props.items.length > 1} fallback={<ListOrdered class="icon queue-mark" />}>
                  <span class="queue-grip" aria-hidden="true" onPointerDown={(event) => drag.begin(event, at())}>
                    <GripVertical class="icon" />
                  </span>
                </Show>
                <button
                  type="button"
                  class="queue-item"
                  classList={{ 'queue-held': !item.ready }}
                  aria-haspopup="dialog"
                  onClick={() => setEditing(item.itemId)}
                >
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
          onMove={(by) => move(index(), index() + by)}
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
