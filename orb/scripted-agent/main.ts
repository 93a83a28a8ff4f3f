import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serveAgent } from './agent.ts'
import { helpText, readFlags } from './flags.ts'
import { SessionStore } from './sessions/session-store.ts'
import { recordAnswers } from './wire/answers.ts'
import { openWire } from './wire/wire.ts'

/** The exit code of a process that ended because of SIGTERM, as a shell would report it. */
const ENDED_BY_SIGTERM = 128 + 15

/** What ignores everything is meant to be killed; should nobody do so, it ends by itself. */
const IGNORED_FOR_MS = 600_000

const read = readFlags(process.argv.slice(2), process.env, process.cwd())
if (read.tag === 'wrong') {
  process.stderr.write(`scripted-agent: ${read.message}\n`)
  process.exit(2)
}
const { flags } = read
if (flags.help) {
  process.stdout.write(helpText())
  process.exit(0)
}

const wire = openWire(process.stdin, process.stdout)
recordAnswers(wire, join(flags.store, 'answers.jsonl'))
const { connection, stop } = serveAgent(flags, wire, new SessionStore(join(flags.store, 'sessions')))

process.on('SIGTERM', () => {
  if (!flags.faults.has('ignore-sigterm')) exit(ENDED_BY_SIGTERM)
})
process.stdout.on('error', () => exit(1))
await connection.closed
if (flags.faults.get('ignore-sigterm') === 'stdin') await setTimeout(IGNORED_FOR_MS)
exit(0)

function exit(code: number): never {
  stop()
  process.exit(code)
}
