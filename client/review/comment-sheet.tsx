import '../composer/composer.css'
import { createSignal, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { placeOf } from './review-prompt.ts'
import type { LineComment } from './review.ts'
import { reviewWords } from './words.ts'

/** Lines that a comment is about. */
export type CommentedLines = Omit<LineComment, 'id' | 'text'>

/** Props of {@link CommentSheet}. */
export interface CommentSheetProps {
  readonly lines: CommentedLines
  readonly onAdd: (text: string) => void
  readonly onClose: () => void
}

/** Longer comments would crowd a prompt; what needs more is a message of its own. */
const MOST_CHARS = 4_000

/** Where one writes a comment on lines of a change. */
export function CommentSheet(props: CommentSheetProps): JSX.Element {
  const [text, setText] = createSignal('')
  const add = (): void => {
    if (text().trim() !== '') props.onAdd(text())
  }
  return (
    <Sheet open title={placeOf({ ...props.lines, text: '' })} onClose={() => props.onClose()}>
      <CodeBlock text={props.lines.quote} lines={6} />
      <textarea
        class="composer-text review-text"
        aria-label={reviewWords.yours}
        placeholder={reviewWords.yours}
        maxLength={MOST_CHARS}
        rows="3"
        dir="auto"
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add()
        }}
      />
      <Button kind="primary" wide disabled={text().trim() === ''} onPress={add}>
        {reviewWords.add}
      </Button>
    </Sheet>
  )
}
