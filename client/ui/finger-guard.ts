import type { Accessor } from 'solid-js'
import { createMemo, createSignal, onCleanup } from 'solid-js'

/** A card that comes up under a moving finger must not be answered by it; people need longer than this to mean it. */
const GUARD_MS = 400

/** False for a moment after `subject` changed, and after the start; then true. */
export function createFingerGuard(subject: Accessor<unknown>): Accessor<boolean> {
  const guard = createMemo(() => {
    subject()
    const [settled, setSettled] = createSignal(false)
    const timer = setTimeout(() => setSettled(true), GUARD_MS)
    onCleanup(() => clearTimeout(timer))
    return settled
  })
  return () => guard()()
}
