import './time-left.css'
import Hourglass from 'lucide-solid/icons/hourglass'
import { Show, type Accessor, type JSX } from 'solid-js'
import { duration } from '../ui/time-words.ts'
import { LAST_MS } from './countdown.ts'
import { approvalWords } from './words.ts'

/** How much time an answer has left, as a word beside an icon; nothing where it has all the time. */
export function TimeLeft(props: { readonly left: Accessor<number | null> }): JSX.Element {
  const left = (): number | null => props.left()
  return (
    <Show when={left() !== null}>
      <span class="time-left number" classList={{ 'time-left-last': (left() ?? 0) <= LAST_MS }}>
        <Hourglass class="icon" />
        {leftWords(left() ?? 0)}
      </span>
    </Show>
  )
}

/** "4 min left", "42 s left", or that it is over. Takes ms. */
export function leftWords(left: number): string {
  if (left === 0) return approvalWords.timeOver
  // Whole units, rounded up: it is never over before it says so.
  const unit = left <= LAST_MS ? 1_000 : LAST_MS
  return approvalWords.timeLeft(duration(Math.ceil(left / unit) * unit))
}
