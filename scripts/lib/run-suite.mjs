import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * One test of a report. `group` is the first `describe` around it; `seconds` what it took.
 *
 * @typedef {{ group: string, title: string, status: string, seconds: number }} Step
 */

/**
 * Runs one vitest project and counts its tests. A suite that ran no test at all is a failed one.
 *
 * @param {string} name of the suite
 * @param {object} options
 * @param {string[]} options.prefix words before the command: the network namespace, or none
 * @param {number | null} options.limit seconds after which the suite is ended, so that a hang is a failure
 * @param {Record<string, string>} options.env what the tests are told beside this process's own environment
 * @param {string[]} options.passOn further words for vitest, such as the name of a file
 * @returns {Promise<{ ok: boolean, seconds: number, passed: number, failed: number, skipped: number, steps: Step[] }>}
 */
export async function runSuite(name, { prefix, limit, env, passOn }) {
  const report = join(tmpdir(), `perigee-${process.pid}-${name}.json`)
  const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', name]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const [command = '', ...words] = [...prefix, ...vitest, ...reporters, ...passOn]
  const started = Date.now()
  const code = await run(command, words, limit, { ...process.env, ...env })
  const seconds = (Date.now() - started) / 1000

  const counts = await readReport(report)
  await rm(report, { force: true })
  if (counts === null) {
    console.error(`${name}: ended without a report${limit !== null && seconds >= limit ? ` after ${limit} s` : ''}.`)
    return { ok: false, seconds, passed: 0, failed: 1, skipped: 0, steps: [] }
  }
  if (counts.passed + counts.failed === 0) console.error(`${name}: no test ran.`)
  // A file that cannot be loaded fails without a test of its own; it still has to be counted.
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed
  return { ...counts, ok: failed === 0 && counts.passed > 0, seconds, failed }
}

/**
 * Runs a command in a process group of its own and gives its exit code.
 *
 * @param {string} command
 * @param {string[]} words
 * @param {number | null} limit in seconds
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function run(command, words, limit, env) {
  const child = spawn(command, words, { cwd: root, stdio: 'inherit', env, detached: true })
  /** @param {NodeJS.Signals} signal */
  const kill = (signal) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal)
  }
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    kill('SIGKILL')
    process.kill(process.pid, signal)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const timer = limit === null ? undefined : setTimeout(() => kill('SIGKILL'), limit * 1000)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code) => {
      clearTimeout(timer)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      resolve(code ?? 1)
    })
  })
}

/**
 * The counts in vitest's JSON report, or null where there is none.
 *
 * @param {string} path
 */
async function readReport(path) {
  try {
    const report = JSON.parse(await readFile(path, 'utf8'))
    return {
      passed: Number(report.numPassedTests),
      failed: Number(report.numFailedTests),
      skipped: Number(report.numPendingTests) + Number(report.numTodoTests),
      steps: report.testResults.flatMap(stepsOf),
    }
  } catch {
    return null
  }
}

/**
 * @param {{ assertionResults: { ancestorTitles: string[], title: string, status: string, duration?: number }[] }} file
 * @returns {Step[]}
 */
function stepsOf(file) {
  return file.assertionResults.map(({ ancestorTitles: [group = ''], title, status, duration = 0 }) => ({
    group,
    title,
    status,
    seconds: duration / 1000,
  }))
}
