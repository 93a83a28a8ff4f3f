import { UsageError } from './usage.ts'

/**
 * The names of variables that `--env` passes on. Names only: what stands on a command line can be read by every user of
 * the machine.
 * @throws UsageError for one that brings its value along, or is none
 */
export function envNames(flags: unknown): string[] {
  const names = Array.isArray(flags) ? flags.filter((flag) => typeof flag === 'string') : []
  for (const name of names) {
    const [before = ''] = name.split('=')
    if (name !== before && before !== '') {
      throw new UsageError(`--env takes a name alone. Set ${before} in the environment and write "--env ${before}".`)
    }
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new UsageError('--env needs the name of a variable.')
  }
  return names
}
