import { parseArgs, type ParseArgsConfig } from 'node:util'

/** How a program ends that was called in a way that cannot work, as getopt's users expect. */
export const EXIT_USAGE = 2

/** Something is wrong with the words on the command line: one sentence, and where to read on. */
export class UsageError extends Error {}

type Values = ReturnType<typeof parseArgs>['values']

/**
 * Reads flags strictly.
 * @throws UsageError with a plain sentence about the first thing that is wrong
 */
export function readFlags(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
  command: string,
): Values {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true })
    const [stray] = positionals
    if (stray !== undefined) throw new UsageError(`"perigee ${command}" has no use for "${stray}".`)
    return values
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`perigee ${command}: ${plain(error, options)}`)
  }
}

/** The text of a flag, or null where it is not given. */
export function text(values: Values, name: string): string | null {
  const value = values[name]
  if (typeof value !== 'string') return null
  if (value === '') throw new UsageError(`--${name} is empty.`)
  return value
}

/** A port, or `fallback` where the flag is not given; 0 lets the system choose. */
export function port(values: Values, fallback: number): number {
  const value = text(values, 'port')
  if (value === null) return fallback
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new UsageError(`--port is "${value}"; it has to be a number from 0 to 65535.`)
  }
  return Number(value)
}

function plain(error: unknown, options: NonNullable<ParseArgsConfig['options']>): string {
  const message = error instanceof Error ? error.message : String(error)
  const flag = /'(-[^ ']*)/.exec(message)?.[1] ?? ''
  if (message.startsWith('Unknown option')) {
    const known = Object.keys(options).map((name) => `--${name}`)
    return `there is no ${flag}. It knows ${known.join(', ')}.`
  }
  if (message.includes('argument missing')) return `${flag} needs a value.`
  return message.split('\n')[0] ?? message
}
