import { createEffect, createSignal, onCleanup } from 'solid-js'
import { may, nextExpiry, type Action, type Grant, type Target } from '../../shared/people/grants.ts'
import { relayNow } from './relay-clock.ts'
import { knownSession } from './session.ts'

/** Longer waits overflow a timer and would fire at once. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

/**
 * Whether this person may do something, by the grants of the session: followed as they change and as they end. It
 * decides what a screen offers; the relay and the runner decide for themselves.
 */
export function useMay(): (action: Action, target: Target) => boolean {
  const [at, setAt] = createSignal(relayNow())
  const grants = (): readonly Grant[] => knownSession()?.grants ?? []
  createEffect(() => {
    const end = nextExpiry(grants(), at())
    if (end === null) return
    // One more: a timer may fire early, and the clock would not have moved.
    const wait = Math.min(Math.max(0, end - relayNow()) + 1, LONGEST_WAIT_MS)
    const timer = setTimeout(() => setAt(relayNow()), wait)
    onCleanup(() => clearTimeout(timer))
  })
  return (action, target) => may(grants(), action, target, Math.max(at(), relayNow()))
}
