import { FAULTS, type FaultName } from './table.ts'

/** The faults that hold at one time, each with its argument ('' where none was given). */
export class FaultSet {
  readonly #held: Map<FaultName, string>
  readonly #outer: FaultSet | null

  constructor(outer: FaultSet | null = null) {
    this.#held = new Map()
    this.#outer = outer
  }

  /** A set for one turn: it also holds what this one holds. */
  forTurn(): FaultSet {
    return new FaultSet(this)
  }

  /** Makes a fault hold; one with the scope `process` holds for the whole process, also when it was named in a turn. */
  add(name: FaultName, argument: string): void {
    if (this.#outer !== null && FAULTS[name].scope === 'process') this.#outer.add(name, argument)
    else this.#held.set(name, argument)
  }

  /** The argument of a fault that holds, or null where it does not hold. */
  get(name: FaultName): string | null {
    return this.#held.get(name) ?? this.#outer?.get(name) ?? null
  }

  /** True where the fault holds. */
  has(name: FaultName): boolean {
    return this.get(name) !== null
  }

  /** The faults of this set, not of the one around it, with their arguments. */
  entries(): [FaultName, string][] {
    return [...this.#held]
  }
}
