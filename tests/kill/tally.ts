/** What one scenario went through. */
export interface Tally {
  rounds: number
  /** Events found in the ledger exactly as the runner wrote them. */
  events: number
  /** Decisions that the ledger recorded, and what became of them. */
  recorded: number
  /** Answers that the agent wrote down. */
  answers: number
  applied: number
  unknown: number
  undeliverable: number
  /** Approvals that ended because the agent or its runner was gone. */
  void: number
}

/** Nothing yet. */
export function emptyTally(): Tally {
  return { rounds: 0, events: 0, recorded: 0, answers: 0, applied: 0, unknown: 0, undeliverable: 0, void: 0 }
}

/** The counts of all scenarios as a table, one line each. */
export function tallyTable(tallies: ReadonlyMap<string, Tally>): string {
  const columns = Object.keys(emptyTally()) as (keyof Tally)[]
  const rows = [
    ['killed', ...columns],
    ...[...tallies].map(([name, tally]) => [name, ...columns.map((column) => String(tally[column]))]),
  ]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const line = (row: string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  return rows.map(line).join('\n')
}
