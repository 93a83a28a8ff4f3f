import type { Logger } from 'pino'
import type { Ledger } from '../ledger/ledger.ts'

/** How late a due time may be noticed where the clock jumped over it. */
const LONGEST_WAIT_MS = 30_000

/** The one timer that ends what has a due time in the ledger. */
export interface Sweeper {
  stop(): void
}

/** Sweeps now, at every next due time, and whenever an approval with an earlier one comes in. */
export function startSweeper(ledger: Ledger, log: Logger, now: () => number): Sweeper {
  let timer: NodeJS.Timeout | undefined
  let due = Infinity
  let stopped = false

  const wait = (until: number) => {
    due = until
    clearTimeout(timer)
    timer = setTimeout(() => void sweep(), Math.min(Math.max(until - now(), 0), LONGEST_WAIT_MS))
    timer.unref()
  }

  const sweep = async () => {
    // What is told meanwhile may be missing in the answer, and counts as well.
    due = Infinity
    let next: number | null = null
    try {
      next = await ledger.expireDue(now())
    } catch (error) {
      log.error({ err: error }, 'sweep failed; tried again later')
      next = now() + LONGEST_WAIT_MS
    }
    if (!stopped) wait(Math.min(next ?? Infinity, due))
  }

  const unsubscribe = ledger.subscribe((changes) => {
    for (const change of changes) {
      if (change.type !== 'approval' || change.approval.outcome !== 'pending') continue
      const expiresAt = change.approval.request.expiresAt
      if (expiresAt !== null && expiresAt < due) wait(expiresAt)
    }
  })
  void sweep()

  return {
    stop() {
      stopped = true
      unsubscribe()
      clearTimeout(timer)
    },
  }
}
