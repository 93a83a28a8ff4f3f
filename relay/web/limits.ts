import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RelayContext } from '../services.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { limitKeyOf } from './way.ts'

/** How often each thing may be asked: per address where nothing else is said. */
export interface Limits {
  /** Everything that a device asks, per device. */
  readonly requests: RateLimit
  /** Nonces and sessions. A house full of devices renews a few times a minute. */
  readonly sessions: RateLimit
  /** Ways in: first pairings, requests to join, and what they ask about themselves. */
  readonly pairing: RateLimit
  /** Recoveries: nobody needs a second one soon, and each costs a check of a signature. */
  readonly recovery: RateLimit
  /** Proofs of a key that were wrong. */
  readonly wrongProofs: RateLimit
  /** How often it is written down that a device proved its key for a request. */
  readonly sightings: RateLimit
  /** Notes per token. */
  readonly notes: RateLimit
}

const MINUTE_MS = 60_000

/** Fresh counts. `now`: milliseconds since 1970. */
export function createLimits(now: () => number, notesPerMinute: number): Limits {
  return {
    // Far above what a page asks for, far below what would hold up the ledger.
    requests: createRateLimit(6_000, 10_000, now),
    sessions: createRateLimit(600, MINUTE_MS, now),
    pairing: createRateLimit(600, MINUTE_MS, now),
    recovery: createRateLimit(20, MINUTE_MS, now),
    wrongProofs: createRateLimit(100, MINUTE_MS, now),
    sightings: createRateLimit(1, MINUTE_MS, now),
    notes: createRateLimit(notesPerMinute, MINUTE_MS, now),
  }
}

/** Counts one request of this address; throws `too-many` where it has asked too often. */
export function limitAddress(c: RelayContext, limit: RateLimit): void {
  if (!limit.take(limitKeyOf(c))) throw tooMany()
}

/** What an address or a device hears that asks too often. */
export function tooMany(): PerigeeError {
  return new PerigeeError('too-many', 'Too many requests came from here. Nothing was done; try again in a minute.')
}
