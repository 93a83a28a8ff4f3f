/**
 * A suite: a vitest project of the same name. `budget` is in seconds on two cores; CONTRIBUTING.md explains it. One that
 * is `beside` runs at the same time as the others, with what they leave of the processors: it mostly waits for processes.
 * One that is `longOnly` runs in `test:long` or where it is named.
 *
 * @typedef {{ name: string, folder: string, budget: number, beside?: true, longOnly?: true }} Suite
 */

/**
 * The suites of `npm test` in the order in which they run.
 *
 * @type {ReadonlyArray<Suite>}
 */
export const suites = [
  { name: 'unit', folder: 'shared', budget: 80 },
  { name: 'integration', folder: 'tests/integration', budget: 205 },
  { name: 'browser', folder: 'tests/browser', budget: 240 },
  { name: 'kill', folder: 'tests/kill', budget: 120, beside: true },
  { name: 'harnesses', folder: 'tests/harnesses', budget: 400, beside: true },
  { name: 'webkit', folder: 'tests/webkit', budget: 30, longOnly: true },
]

/** Seconds that the build before the suites may take. */
export const buildBudget = 10

/**
 * Seconds that the build and some suites may take together. All of `npm test` stays under 720.
 *
 * @param {ReadonlyArray<Suite>} some
 */
export function wholeBudget(some) {
  const sum = (/** @type {boolean} */ beside) =>
    some.filter((suite) => (suite.beside ?? false) === beside).reduce((seconds, { budget }) => seconds + budget, 0)
  return buildBudget + Math.max(sum(false), sum(true))
}

/** Rounds of each kill test: enough to notice a regression, and enough to find a rare one. */
export const killRounds = { short: 5, long: 200 }
