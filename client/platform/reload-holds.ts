import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js'

const [holds, setHolds] = createSignal(0)

/** True while something is on screen that a reload would take from under a person: a new version waits for its end. */
export const isReloadHeld: Accessor<boolean> = () => holds() > 0

/** Holds reloads for as long as a condition is true and the owner lives. */
export function useReloadHold(isHeld: Accessor<boolean>): void {
  createEffect(() => {
    if (!isHeld()) return
    setHolds((count) => count + 1)
    onCleanup(() => setHolds((count) => count - 1))
  })
}
