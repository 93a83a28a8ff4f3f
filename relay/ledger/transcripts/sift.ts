import type { StreamEvent } from '../../../shared/link/events.ts'

/** The part of a batch that is new and joins on without a hole. */
export interface Sifted {
  readonly fresh: readonly StreamEvent[]
  /** True where the batch goes on after a hole. */
  readonly gap: boolean
}

/** Skips what is committed already (up to `acked`) and stops at the first hole. Pure. */
export function sift(events: readonly StreamEvent[], acked: number): Sifted {
  const fresh: StreamEvent[] = []
  let next = acked + 1
  for (const event of events) {
    if (event.seq < next) continue
    if (event.seq > next) return { fresh, gap: true }
    fresh.push(event)
    next += 1
  }
  return { fresh, gap: false }
}
