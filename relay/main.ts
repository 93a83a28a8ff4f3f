import { fileURLToPath } from 'node:url'
import { destination, pino } from 'pino'
import { shownCode } from '../shared/devices/pairing.ts'
import { helpText } from './config/help.ts'
import type { RelayConfig } from './config/options.ts'
import { readConfig } from './config/read-config.ts'
import { startRelay, type RunningRelay } from './relay.ts'
import { closeOnSignals } from './shutdown/shutdown.ts'

/** How a program ends that was started in a way that cannot work. */
const EXIT_USAGE = 2

const STDOUT = process.stdout
const STDERR = process.stderr

async function main(): Promise<void> {
  // Whatever the relay makes is its owner's alone.
  process.umask(0o077)
  const read = readConfig(process.argv.slice(2), process.env)
  switch (read.outcome) {
    case 'help':
      STDOUT.write(helpText())
      return
    case 'bad':
      STDERR.write(read.problems.join('\n') + '\nThe relay was not started.\n')
      process.exitCode = EXIT_USAGE
      return
    case 'ok':
      return run(read.config)
  }
}

async function run(config: RelayConfig): Promise<void> {
  // Synchronous: the last line before an exit is the one that is wanted.
  const log = pino({ name: 'relay', level: config.logLevel }, destination({ fd: 2, sync: true }))
  const paths = {
    ledgerWorker: new URL('./ledger-worker.js', import.meta.url),
    clientDir: fileURLToPath(new URL('../client', import.meta.url)),
  }
  let relay: RunningRelay
  try {
    relay = await startRelay(config, paths, log, (error) => {
      log.fatal({ err: error }, 'the ledger is gone; the relay ends')
      process.exit(1)
    })
  } catch (error) {
    log.debug({ err: error }, 'not started')
    STDERR.write(`${(error as Error).message}\nThe relay was not started.\n`)
    process.exit(1)
  }
  closeOnSignals(() => relay.close(), log)
  STDOUT.write(config.json ? jsonLine(relay) : sentences(relay, STDOUT.isTTY))
}

function jsonLine(relay: RunningRelay): string {
  const { listening, url } = relay
  return JSON.stringify({ listening, url, pairing: relay.makeFirstCode() }) + '\n'
}

/** What lets the first owner in is for a terminal that somebody looks at, and for no file that a log ends up in. */
function sentences(relay: RunningRelay, isTerminal: boolean): string {
  const { listening, url, isPaired } = relay
  const first = `The relay listens on ${listening}.`
  if (isPaired) return `${first} Open ${url}\n`
  const made = isTerminal ? relay.makeFirstCode() : null
  if (made === null) return `${first} It has no owner yet: run "perigee pair" on this machine.\n`
  return [
    first,
    `To make your device its owner, open ${url + made.path}`,
    `or open ${url} and type ${shownCode(made.code)}. Both work once, within two minutes.`,
    '"perigee pair" makes new ones.',
    '',
  ].join('\n')
}

await main()
