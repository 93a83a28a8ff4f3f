/**
 * The suites of `npm test` in the order in which they run. Each is a vitest project of the same name.
 * `budget` is in seconds on two cores; CONTRIBUTING.md explains it, and the sum of those of `npm test` stays under 720.
 * A suite that is `longOnly` runs in `test:long` or where it is named.
 *
 * @type {ReadonlyArray<{ name: string, folder: string, budget: number, longOnly?: true }>}
 */
export const suites = [
  { name: 'unit', folder: 'shared', budget: 80 },
  { name: 'integration', folder: 'tests/integration', budget: 205 },
  { name: 'browser', folder: 'tests/browser', budget: 240 },
  { name: 'kill', folder: 'tests/kill', budget: 60 },
  { name: 'harnesses', folder: 'tests/harnesses', budget: 120 },
  { name: 'webkit', folder: 'tests/webkit', budget: 30, longOnly: true },
]

/** Seconds that the build before the suites may take. */
export const buildBudget = 10

/** Rounds of each kill test: enough to notice a regression, and enough to find a rare one. */
export const killRounds = { short: 5, long: 200 }
