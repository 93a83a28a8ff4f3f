import type { Playing } from './company.ts'

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

/** Remembers how things stand before a round; afterwards `addTo` counts what the round has brought. */
export function mark(playing: Playing): { addTo(tally: Tally): void } {
  const before = totals(playing)
  return {
    addTo(tally) {
      const after = totals(playing)
      for (const key of Object.keys(before) as (keyof Tally)[]) tally[key] += after[key] - before[key]
      tally.rounds += 1
    },
  }
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

function totals({ stage, comparison }: Playing): Tally {
  const approvals = stage.ledger((ledger) => ledger.approvals(stage.orbId))
  const having = (effect: string): number => approvals.filter((approval) => approval.effect === effect).length
  return {
    rounds: 0,
    events: comparison.events,
    recorded: approvals.filter((approval) => approval.decisionId !== null).length,
    answers: stage.agent.answers().length,
    applied: having('applied'),
    unknown: having('unknown'),
    undeliverable: having('undeliverable'),
    void: approvals.filter((approval) => approval.outcome === 'void').length,
  }
}
