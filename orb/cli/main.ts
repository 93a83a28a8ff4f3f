import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { SOFTWARE } from '../../shared/version.ts'
import { HELP } from './help.ts'
import { EXIT_USAGE, UsageError } from './usage.ts'

/** Loaded when they are called: a relay's user does not wait for what a runner needs. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  up: async (args) => (await import('./up.ts')).up(args, import.meta.url),
  relay: async (args) => (await import('./relay.ts')).relay(args, import.meta.url),
  orb: async (args) => (await import('./orb.ts')).orb(args),
  link: async (args) => (await import('./link.ts')).link(args),
}

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  // Whatever this makes is its owner's alone.
  process.umask(0o077)
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP)
    return name === undefined ? EXIT_USAGE : 0
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${SOFTWARE}\n`)
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  try {
    if (command === undefined) throw new UsageError(`There is no command "${name}".`)
    return await command(rest)
  } catch (error) {
    if (error instanceof UsageError) {
      const topic = command === undefined ? '' : ` ${name}`
      process.stderr.write(`${error.message}\nSee "perigee${topic} --help".\n`)
      return EXIT_USAGE
    }
    if (!(error instanceof PerigeeError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}
