import type { JSX } from 'solid-js'
import { Show } from 'solid-js'
import type { QueueItem } from '../../shared/desk/desk.ts'
import { LIMITS } from '../../shared/limits.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { composerWords } from './words.ts'

/** So many characters fit a prompt's bytes in any script: what is longer would never be taken. */
const EDIT_CHARS = Math.floor(LIMITS.promptBytes / 3)

/** Props of {@link QueueItemSheet}. */
export interface QueueItemSheetProps {
  /** Undefined: closed. It closes by itself when the item is taken meanwhile. */
  readonly item: QueueItem | undefined
  readonly first: boolean
  readonly last: boolean
  /** A stop holds the queue: making the item ready once more lets it go on. */
  readonly held: boolean
  readonly onClose: () => void
  readonly onEdit: (itemId: string, text: string) => void
  readonly onRemove: (itemId: string) => void
  readonly onReady: (itemId: string, ready: boolean) => void
  readonly onMove: (by: -1 | 1) => void
}

/** One queued message: its text, its place, and the ways to be rid of it. Every key typed is kept at once. */
export function QueueItemSheet(props: QueueItemSheetProps): JSX.Element {
  const isWaiting = (item: QueueItem): boolean => item.ready && !props.held
  return (
    <Sheet open={props.item !== undefined} title={composerWords.editItem} onClose={() => props.onClose()}>
      <Show when={props.item}>
        {(item) => (
          <>
            <textarea
              class="composer-text queue-edit"
              aria-label={composerWords.editItem}
              maxLength={EDIT_CHARS}
              value={item().text}
              dir="auto"
              onInput={(event) => props.onEdit(item().itemId, event.currentTarget.value)}
            />
            <div class="queue-actions">
              <Button disabled={props.first} onPress={() => props.onMove(-1)}>
                {composerWords.moveUp}
              </Button>
              <Button disabled={props.last} onPress={() => props.onMove(1)}>
                {composerWords.moveDown}
              </Button>
              <Button onPress={() => props.onReady(item().itemId, !isWaiting(item()))}>
                {isWaiting(item()) ? composerWords.hold : composerWords.release}
              </Button>
              <Button
                kind="danger"
                onPress={() => {
                  props.onRemove(item().itemId)
                  props.onClose()
                }}
              >
                {composerWords.remove}
              </Button>
            </div>
            <Button kind="primary" wide onPress={() => props.onClose()}>
              {composerWords.done}
            </Button>
          </>
        )}
      </Show>
    </Sheet>
  )
}
