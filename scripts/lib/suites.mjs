/**
 * A suite: a vitest project of the same name. `budget` is in seconds on two cores; CONTRIBUTING.md explains it. One that
 * is `beside` runs at the same time as the suite before it, with what that leaves of the processors.
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
  { name: 'unit', folder: 'shared', budget: 115 },
  { name: 'integration', folder: 'tests/integration', budget: 190 },
  { name: 'browser', folder: 'tests/browser', budget: 400 },
  { name: 'kill', folder: 'tests/kill', budget: 120, beside: true },
  { name: 'harnesses', folder: 'tests/harnesses', budget: 270, beside: true },
  { name: 'webkit', folder: 'tests/webkit', budget: 30, longOnly: true },
]

/** Seconds that the build before the suites may take. */
export const buildBudget = 10

/**
 * Suites in groups that follow each other: each is one suite, and those that run beside it one after another.
 *
 * @param {ReadonlyArray<Suite>} some
 * @returns {Suite[][]}
 */
export function groupsOf(some) {
  /** @type {Suite[][]} */
  const groups = []
  for (const suite of some) {
    const last = groups.at(-1)
    if (suite.beside && last !== undefined && !last[0]?.beside) last.push(suite)
    else groups.push([suite])
  }
  return groups
}

/**
 * Seconds that the build and some suites may take together. All of `npm test` stays under 720.
 *
 * @param {ReadonlyArray<Suite>} some
 */
export function wholeBudget(some) {
  const seconds = groupsOf(some).map(([first, ...besides]) =>
    Math.max(
      first?.budget ?? 0,
      besides.reduce((sum, { budget }) => sum + budget, 0),
    ),
  )
  return seconds.reduce((sum, group) => sum + group, buildBudget)
}

/** Rounds of each kill test: enough to notice a regression, and enough to find a rare one. */
export const killRounds = { short: 5, long: 200 }
