import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { SOFTWARE } from '../../shared/version.ts'
import { shownLines } from '../device/terminal-text.ts'
import { HELP } from './help.ts'
import { closeInput } from './terminal.ts'
import { EXIT_USAGE, UsageError } from './usage.ts'

/** Loaded when they are called: a relay's user does not wait for what a runner needs. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  up: async (args) => (await import('./up.ts')).up(args, import.meta.url),
  relay: async (args) => (await import('./relay.ts')).relay(args, import.meta.url),
  orb: async (args) => (await import('./orb.ts')).orb(args),
  pair: async (args) => (await import('./pair.ts')).pair(args),
  invite: async (args) => (await import('./invite.ts')).invite(args),
  devices: async (args) => (await import('./devices.ts')).devices(args),
  recover: async (args) => (await import('./recover.ts')).recover(args),
  'sign-out': async (args) => (await import('./sign-out.ts')).signOut(args),
  inbox: async (args) => (await import('./inbox.ts')).inbox(args),
  approve: async (args) => (await import('./decide.ts')).approve(args),
  deny: async (args) => (await import('./decide.ts')).deny(args),
  orbs: async (args) => (await import('./orbs.ts')).orbs(args),
  enrol: async (args) => (await import('./enrol.ts')).enrol(args),
  adapters: async (args) => (await import('./adapters.ts')).adapters(args),
  secrets: async (args) => (await import('./secrets.ts')).secrets(args),
  notes: async (args) => (await import('./notes.ts')).notes(args),
  doctor: async (args) => (await import('./doctor.ts')).doctor(args),
  audit: async (args) => (await import('./audit.ts')).audit(args),
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
      process.stderr.write(`${shownLines(error.message)}\nSee "perigee${topic} --help".\n`)
      return EXIT_USAGE
    }
    if (!(error instanceof PerigeeError)) throw error
    process.stderr.write(`${shownLines(error.message)}\n`)
    return 1
  } finally {
    closeInput()
  }
}
