/** @import { Step } from './run-suite.mjs' */

const FIRST = 26
const COLUMN = 12
/** @type {Readonly<Record<string, string>>} */
const RESULTS = { passed: 'ok', failed: 'FAILED' }

/**
 * Which harness took which step, how it ended and what it took: a line for each step, a column for each harness. The
 * name of a step is its title up to the colon. `-`: it was not taken.
 *
 * @param {readonly Step[]} steps
 * @returns {string}
 */
export function harnessTable(steps) {
  const named = steps.flatMap((step) => {
    const [name = '', rest] = step.title.split(': ')
    return rest === undefined || step.group === '' ? [] : [{ ...step, name }]
  })
  const harnesses = [...new Set(named.map((step) => step.group))]
  const rows = [...new Set(named.map((step) => step.name))].map((name) => {
    const cells = harnesses.map((harness) => {
      const step = named.find((one) => one.name === name && one.group === harness)
      const result = step === undefined ? undefined : RESULTS[step.status]
      return step === undefined || result === undefined ? '-' : `${result} ${step.seconds.toFixed(1)} s`
    })
    return [name, ...cells]
  })
  return [['step', ...harnesses], ...rows]
    .map(([first = '', ...cells]) => first.padEnd(FIRST) + cells.map((cell) => cell.padStart(COLUMN)).join(''))
    .join('\n')
}
