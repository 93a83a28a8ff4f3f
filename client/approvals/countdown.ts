import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js'
import { relayNow } from '../devices/relay-clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** From here on the time left is told by the second. */
export const LAST_MS = MINUTE

/**
 * Milliseconds until a moment of the relay's clock, 0 once it has come, null without one. It moves by the minute, and
 * by the second in the last one: nothing on screen moves faster than people read.
 */
export function createCountdown(until: Accessor<number | null>): Accessor<number | null> {
  const [now, setNow] = createSignal(relayNow())
  const left = (): number | null => {
    const end = until()
    return end === null ? null : Math.max(0, end - Math.max(now(), relayNow()))
  }
  createEffect(() => {
    now()
    const remaining = left()
    if (remaining === null || remaining === 0) return
    const step = remaining <= LAST_MS ? SECOND : MINUTE
    // Aligned to the end, so that the last minute begins when it does; one more, since timers may fire early.
    const timer = setTimeout(() => setNow(relayNow()), (remaining % step || step) + 1)
    onCleanup(() => clearTimeout(timer))
  })
  return left
}
