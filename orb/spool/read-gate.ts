/**
 * Holds back the reading of the harness while there is no room for what it says. What is not read waits in the harness's
 * own pipe, and in the end stops it: nothing is lost.
 */
export class ReadGate {
  readonly #reasons = new Set<string>()
  #open: (() => void) | null = null
  #closed: Promise<void> | null = null

  /** Closes or opens the gate for one of several reasons; true where that changed something. */
  hold(reason: string, held: boolean): boolean {
    if (this.#reasons.has(reason) === held) return false
    if (held) this.#reasons.add(reason)
    else this.#reasons.delete(reason)
    if (this.#reasons.size === 0) {
      this.#open?.()
      this.#closed = this.#open = null
    } else {
      this.#closed ??= new Promise((resolve) => {
        this.#open = resolve
      })
    }
    return true
  }

  /** What to wait for before reading on; null where nothing is in the way. */
  wait(): Promise<void> | null {
    return this.#closed
  }
}
