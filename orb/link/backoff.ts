/** First and longest pause between two tries to reach the relay. */
const FIRST_MS = 250
const LONGEST_MS = 10_000
/** Slower than doubling: a relay that is restarted is back within seconds. */
const GROWTH = 1.5

/** Pauses that grow up to a bound, each shortened at random by up to half, so that many orbs do not return at once. */
export class Backoff {
  #next = FIRST_MS

  /** The next pause in milliseconds. */
  pause(random: () => number = Math.random): number {
    const pause = this.#next * (1 - random() / 2)
    this.#next = Math.min(this.#next * GROWTH, LONGEST_MS)
    return pause
  }

  /** Things went well: the next pause is the first one again. */
  reset(): void {
    this.#next = FIRST_MS
  }
}
