import { parseArgs, type ParseArgsConfig } from 'node:util'

/** How a program ends that was called in a way that cannot work, as getopt's users expect. */
export const EXIT_USAGE = 2

/** Something is wrong with the words on the command line: one sentence, and where to read on. */
export class UsageError extends Error {}

/** The values of flags, by name. */
export type Values = ReturnType<typeof parseArgs>['values']

/** Flags that a command takes. */
export type Flags = NonNullable<ParseArgsConfig['options']>

/** What stands on a command line: flags, and words without a dash. */
export interface Words {
  readonly values: Values
  readonly words: readonly string[]
}

/**
 * Reads flags strictly.
 * @throws UsageError with a plain sentence about the first thing that is wrong
 */
export function readFlags(args: readonly string[], options: Flags, command: string): Values {
  return readWords(args, options, command, 0).values
}

/**
 * Reads flags strictly, and up to `most` words beside them. "-" is a word.
 * @throws UsageError with a plain sentence about the first thing that is wrong
 */
export function readWords(args: readonly string[], options: Flags, command: string, most: number): Words {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true })
    const stray = positionals[most]
    if (stray !== undefined) throw new UsageError(`"perigee ${command}" has no use for "${stray}".`)
    return { values, words: positionals }
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

/** The texts of a flag that may be given more than once. */
export function texts(values: Values, name: string): readonly string[] {
  const given = values[name]
  const all = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : []
  if (all.includes('')) throw new UsageError(`--${name} is empty.`)
  return all
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

function plain(error: unknown, options: Flags): string {
  const message = error instanceof Error ? error.message : String(error)
  const flag = /'(-[^ ']*)/.exec(message)?.[1] ?? ''
  if (message.startsWith('Unknown option')) {
    const known = Object.keys(options).map((name) => `--${name}`)
    return `there is no ${flag}. It knows ${known.join(', ')}.`
  }
  if (message.includes('argument missing')) return `${flag} needs a value.`
  return message.split('\n')[0] ?? message
}
