import type { OrbDatabase } from './database.ts'
import type { Journal } from './journal.ts'

/** Small named values of an orb that outlive a restart. */
export class Facts {
  readonly #journal: Journal
  readonly #values = new Map<string, string>()
  readonly #lazy = new Set<string>()
  readonly #put

  constructor(db: OrbDatabase, journal: Journal) {
    this.#journal = journal
    const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM facts').all()
    for (const row of rows) this.#values.set(row.name, row.value)
    this.#put = db.prepare(
      'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    )
  }

  /** The value of a name, or null. */
  get(name: string): string | null {
    return this.#values.get(name) ?? null
  }

  /** Keeps a value with the next commit. */
  set(name: string, value: string): void {
    this.#values.set(name, value)
    this.#journal.enqueue(() => this.#put.run(name, value))
  }

  /** Keeps a value that may be a little behind after a crash: it costs no commit of its own. */
  setLazily(name: string, value: string): void {
    this.#values.set(name, value)
    if (this.#lazy.has(name)) return
    this.#lazy.add(name)
    this.#journal.defer(() => {
      this.#lazy.delete(name)
      this.#put.run(name, this.#values.get(name))
    })
  }

  /** The value of a name; `make` gives it where there is none yet. */
  getOrMake(name: string, make: () => string): string {
    const known = this.get(name)
    if (known !== null) return known
    const value = make()
    this.set(name, value)
    return value
  }
}
