import './review.css'
import MessageSquareText from 'lucide-solid/icons/message-square-text'
import { createSignal, For, Show, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { placeOf, reviewPrompt } from './review-prompt.ts'
import type { Review } from './review.ts'
import { reviewWords } from './words.ts'

/** Props of {@link ReviewBar}. */
export interface ReviewBarProps {
  readonly review: Review
  /** Takes the comments as text for a message; they are let go then. Without it `href` leads to where that is done. */
  readonly onPrompt?: ((text: string) => void) | undefined
  readonly href?: string | undefined
}

/** How many comments wait, their list, and the way into the message; nothing where there are none. */
export function ReviewBar(props: ReviewBarProps): JSX.Element {
  const [open, setOpen] = createSignal(false)
  const comments = (): ReturnType<Review['comments']> => props.review.comments()
  const send = (): void => {
    props.onPrompt?.(reviewPrompt(comments()))
    props.review.clear()
    setOpen(false)
  }
  return (
    <Show when={comments().length > 0}>
      <button type="button" class="review-bar" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MessageSquareText class="icon" />
        <span>{reviewWords.count(comments().length)}</span>
      </button>
      <Sheet open={open()} title={reviewWords.count(comments().length)} onClose={() => setOpen(false)}>
        <ul role="list" class="review-list">
          <For each={comments()}>
            {(comment) => (
              <li>
                <div class="review-words">
                  <code>
                    <RevealedText text={placeOf(comment)} />
                  </code>
                  <p dir="auto">{comment.text}</p>
                </div>
                <Button kind="quiet" onPress={() => props.review.remove(comment.id)}>
                  {reviewWords.deleteOne}
                </Button>
              </li>
            )}
          </For>
        </ul>
        <p class="entry-note">{reviewWords.kept}</p>
        <Show when={props.onPrompt} fallback={<a href={props.href}>{reviewWords.toThread}</a>}>
          <Button kind="primary" wide onPress={send}>
            {reviewWords.intoMessage}
          </Button>
        </Show>
        <Button kind="danger" wide onPress={() => props.review.clear()}>
          {reviewWords.deleteAll}
        </Button>
      </Sheet>
    </Show>
  )
}
