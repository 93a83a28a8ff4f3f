/**
 * Lets something be told at once, and then at most once per `everyMs`; what came in between is owed and told when its
 * time has come. So nothing stays untold, and nobody is told of every token.
 */
export class Pace {
  readonly #everyMs: number
  readonly #told = new Map<string, number>()
  readonly #owed = new Set<string>()

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** True while something is owed. */
  get owes(): boolean {
    return this.#owed.size > 0
  }

  /** Those of `ids` that may be told now; the others are owed. */
  admit(ids: Iterable<string>): string[] {
    for (const id of ids) this.#owed.add(id)
    return this.due()
  }

  /** What is owed and may be told by now. It counts as told. */
  due(): string[] {
    const now = performance.now()
    const due = [...this.#owed].filter((id) => now - (this.#told.get(id) ?? -Infinity) >= this.#everyMs)
    for (const [id, at] of this.#told) if (now - at >= this.#everyMs) this.#told.delete(id)
    for (const id of due) {
      this.#owed.delete(id)
      this.#told.set(id, now)
    }
    return due
  }

  /** These are told anyway, so they are no longer owed. */
  settle(ids: Iterable<string>): void {
    for (const id of ids) this.#owed.delete(id)
  }
}
