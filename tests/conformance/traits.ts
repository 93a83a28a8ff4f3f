/** A trait of a harness: what its manifest declares, what it showed, and whether the one bears the other out. */
export interface Trait {
  readonly name: string
  readonly declared: string
  readonly shown: string
  /** Null: nothing can be told from what it showed. */
  readonly agrees: boolean | null
}

/** Collects traits, and draws them as a table. */
export class Traits {
  readonly #all: Trait[] = []

  /** A trait that has to be shown as it is declared. */
  same(name: string, declared: string | boolean, shown: string | boolean): void {
    this.#all.push({ name, declared: word(declared), shown: word(shown), agrees: declared === shown })
  }

  /** A trait whose two sides are no words that could be compared. */
  judged(name: string, declared: string, shown: string, agrees: boolean): void {
    this.#all.push({ name, declared, shown, agrees })
  }

  /** A trait that a run can show, and whose absence proves nothing: `absent` is how that is shown. */
  ifShown(name: string, declared: string | boolean, shown: string | boolean, absent: string | boolean): void {
    const agrees = declared === shown || (shown === absent ? null : false)
    this.#all.push({ name, declared: word(declared), shown: word(shown), agrees })
  }

  /** A trait that stays within a bound. */
  within(name: string, most: number, shown: number, unit: string): void {
    this.#all.push({ name, declared: `≤ ${most} ${unit}`, shown: `${shown} ${unit}`, agrees: shown <= most })
  }

  /** What was declared and not borne out. */
  get contradicted(): readonly Trait[] {
    return this.#all.filter((trait) => trait.agrees === false)
  }

  table(): string {
    const rows = [['trait', 'declared', 'shown', 'agrees'], ...this.#all.map(rowOf)]
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
    return rows
      .map((row) =>
        row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n')
  }
}

function word(side: string | boolean): string {
  return typeof side === 'string' ? side : side ? 'yes' : 'no'
}

function rowOf({ name, declared, shown, agrees }: Trait): string[] {
  return [name, declared, shown, agrees === null ? 'cannot be told' : agrees ? 'yes' : 'NO']
}
