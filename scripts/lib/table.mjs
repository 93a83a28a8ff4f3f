/**
 * Lays out what each step took, one line a step.
 *
 * @param {ReadonlyArray<{ name: string, seconds: number, budget: number, passed?: number, failed?: number, skipped?: number }>} rows
 */
export function table(rows) {
  const total = rows.reduce((sum, row) => sum + row.seconds, 0)
  const budget = rows.reduce((sum, row) => sum + row.budget, 0)
  const cells = [
    ['suite', 'seconds', 'budget', 'passed', 'failed', 'skipped'],
    ...rows.map((row) => [
      row.name,
      row.seconds.toFixed(1),
      String(row.budget),
      ...[row.passed, row.failed, row.skipped].map((count) => (count === undefined ? '' : String(count))),
    ]),
    ['all', total.toFixed(1), String(budget)],
  ]
  return cells.map(([name = '', ...rest]) => name.padEnd(14) + rest.map((cell) => cell.padStart(9)).join('')).join('\n')
}
