// `npm test`: builds, runs the suites one after another, and ends with a table and one line of counts.
//
//   node scripts/test.mjs [SUITE...] [--long] [--rounds N] [FILE...] [-t NAME]
//   node scripts/test.mjs harnesses all
//
// Without SUITE it runs all. `harnesses all` drives every harness that there is an adapter for, and prints what each did. Installing what they need is a step of its own (install-test-tools.mjs):
// from here on nothing reaches beyond this machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { harnessFolders, installHarnesses } from './lib/harness-packages.mjs'
import { harnessTable } from './lib/harness-table.mjs'
import { installWebKit } from './lib/install-webkit.mjs'
import { emptyNetwork } from './lib/network-namespace.mjs'
import { root } from './lib/root.mjs'
import { runSuite } from './lib/run-suite.mjs'
import { buildBudget, killRounds, suites } from './lib/suites.mjs'
import { table } from './lib/table.mjs'

const { values, positionals } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    testNamePattern: { type: 'string', short: 't' },
  },
  allowPositionals: true,
})
const names = suites.map((suite) => suite.name)
const wanted = positionals.filter((word) => names.includes(word))
const passOn = positionals.filter((word) => !names.includes(word) && word !== 'all')
/** Every harness is driven, in its own time. */
const allHarnesses = positionals.includes('all') && wanted.length === 1 && wanted[0] === 'harnesses'
if (values.testNamePattern !== undefined) passOn.push('-t', values.testNamePattern)
const rounds = values.rounds ?? String(values.long ? killRounds.long : killRounds.short)
if (!/^[1-9]\d*$/.test(rounds)) {
  console.error(`--rounds wants a whole number from 1 up, not "${rounds}".`)
  process.exit(2)
}

/** Past its budget times this a suite hangs, even on a machine that does other things too. */
const HANG = 6

if (allHarnesses && !installHarnesses(harnessFolders.more)) process.exit(1)

const rows = []
let failed = false

const chosen = suites.filter(({ name, longOnly }) =>
  wanted.length === 0 ? longOnly !== true || values.long : wanted.includes(name),
)
if (chosen.some(({ name }) => name === 'webkit') && !installWebKit()) process.exit(1)
if (chosen.some((suite) => suite.name !== 'unit')) {
  const started = Date.now()
  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  rows.push({ name: 'build', seconds: (Date.now() - started) / 1000, budget: buildBudget })
  if (build.status !== 0) {
    console.error('The build failed, so no suite ran.')
    process.exit(1)
  }
}

const prefix = emptyNetwork()
console.log(
  prefix === null
    ? 'This machine allows no network namespace: the suites run with its network.'
    : 'The suites run in a network namespace that holds nothing but loopback.',
)

const totals = { passed: 0, failed: 0, skipped: 0 }
for (const suite of chosen) {
  if (!existsSync(join(root, suite.folder))) {
    console.log(`\n${suite.name}: ${suite.folder} does not exist; skipped.`)
    continue
  }
  console.log(`\n${suite.name}`)
  const isLong = values.long || allHarnesses
  const limit = isLong || values.rounds !== undefined ? null : suite.budget * HANG
  const env = {
    PERIGEE_KILL_ROUNDS: rounds,
    ...(isLong && { PERIGEE_LONG: '1' }),
    ...(allHarnesses && { PERIGEE_HARNESSES: 'all' }),
  }
  const { steps, ...result } = await runSuite(suite.name, { prefix: prefix ?? [], limit, env, passOn })
  if (allHarnesses) console.log(`\n${harnessTable(steps)}`)
  rows.push({ ...suite, ...result })
  totals.passed += result.passed
  totals.failed += result.failed
  totals.skipped += result.skipped
  if (!result.ok) failed = true
}

console.log(`\n${table(rows)}`)
for (const row of rows) {
  if (!values.long && !allHarnesses && row.seconds > row.budget) {
    console.log(`Over budget: ${row.name} took ${row.seconds.toFixed(1)} s of ${row.budget} s.`)
  }
}
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exitCode = failed || totals.passed === 0 ? 1 : 0
