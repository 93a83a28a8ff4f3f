/**
 * Lays out what each step took, one line a step, and what all of them took together: some run at the same time.
 *
 * @param {ReadonlyArray<{ name: string, seconds: number, budget: number, passed?: number, failed?: number, skipped?: number }>} rows
 * @param {{ seconds: number, budget: number }} all
 */
export function table(rows, all) {
  const cells = [
    ['suite', 'seconds', 'budget', 'passed', 'failed', 'skipped'],
    ...rows.map((row) => [
      row.name,
      row.seconds.toFixed(1),
      String(row.budget),
      ...[row.passed, row.failed, row.skipped].map((count) => (count === undefined ? '' : String(count))),
    ]),
    ['all', all.seconds.toFixed(1), String(all.budget)],
  ]
  return cells.map(([name = '', ...rest]) => name.padEnd(14) + rest.map((cell) => cell.padStart(9)).join('')).join('\n')
}
