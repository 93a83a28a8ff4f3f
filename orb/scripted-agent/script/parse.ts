import { type Directive, READERS } from './directives.ts'

/** One step of a script: its directives start together, and the step is played `times` times in a row. */
export type Step = { times: number; directives: Directive[] }

/** More than this many rounds of one step is a slip of the pen, not a script. */
const MOST_ROUNDS = 1_000_000

const LINE = /^\s*@([a-z]+)(?![a-z0-9_-])[ \t]*(.*)$/

/**
 * Reads the directives out of a prompt: the lines that begin with `@`. All other lines are ignored.
 * A prompt without any directive that is known gives no steps, so that "@anna please look" is prose;
 * beside a known one, a line that cannot be read becomes an `unknown` directive, which says why.
 */
export function parseScript(prompt: string): Step[] {
  const steps: Step[] = []
  let known = 0
  let times = 1
  let together = false
  for (const line of prompt.split('\n')) {
    let match = LINE.exec(line)
    if (match?.[1] === 'and') {
      known += 1
      together = true
      match = LINE.exec(match[2]?.replace(/^@?/, '@') ?? '')
    }
    if (match === null) continue
    const [, op = '', rest = ''] = match
    if (op === 'repeat') {
      known += 1
      times = rounds(rest)
      continue
    }
    const directive = readDirective(op, rest.trim(), line.trim())
    if (directive.op !== 'unknown') known += 1
    const last = steps.at(-1)
    if (together && last !== undefined) last.directives.push(directive)
    else steps.push({ times, directives: [directive] })
    times = 1
    together = false
  }
  return known === 0 ? [] : steps
}

/** The directive for one round of a repeated step: `{i}` in its texts becomes the number of the round, from 1. */
export function forRound(directive: Directive, round: number): Directive {
  const filled = Object.entries(directive).map(([key, value]) => [key, fill(value, round)] as const)
  return Object.fromEntries(filled) as Directive
}

function readDirective(op: string, rest: string, line: string): Directive {
  if (!isOp(op)) return { op: 'unknown', line, reason: `there is no directive @${op}` }
  const directive = READERS[op](rest)
  return typeof directive === 'string' ? { op: 'unknown', line, reason: directive } : directive
}

function isOp(op: string): op is keyof typeof READERS {
  return Object.hasOwn(READERS, op)
}

function rounds(rest: string): number {
  const count = Number.parseInt(rest, 10)
  return Number.isFinite(count) ? Math.min(Math.max(count, 0), MOST_ROUNDS) : 1
}

function fill(value: unknown, round: number): unknown {
  if (typeof value === 'string') return value.replaceAll('{i}', String(round))
  return Array.isArray(value) ? value.map((item) => fill(item, round)) : value
}
