/** Counts per key in windows of fixed length. */
export interface RateLimit {
  /** Counts one more; false where the key has used up its window. */
  take(key: string): boolean
  /** True where `take` would be refused. Counts nothing. */
  isSpent(key: string): boolean
}

/** A key costs about a hundred bytes; past this many the oldest windows are dropped. */
const MAX_KEYS = 10_000

/** At most `most` per key within `windowMs`. A clock that jumps back ends the window. */
export function createRateLimit(most: number, windowMs: number, now: () => number): RateLimit {
  const windows = new Map<string, { since: number; count: number }>()

  const current = (key: string) => {
    const known = windows.get(key)
    const at = now()
    if (known !== undefined && at >= known.since && at - known.since < windowMs) return known
    const fresh = { since: at, count: 0 }
    windows.delete(key)
    windows.set(key, fresh)
    const oldest = windows.keys().next()
    if (windows.size > MAX_KEYS && oldest.done !== true) windows.delete(oldest.value)
    return fresh
  }

  return {
    take(key) {
      const window = current(key)
      if (window.count >= most) return false
      window.count += 1
      return true
    },
    isSpent: (key) => current(key).count >= most,
  }
}
