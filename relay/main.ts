import { fileURLToPath } from 'node:url'
import { destination, pino } from 'pino'
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
  STDOUT.write(config.json ? jsonLine(relay) : sentences(relay))
}

function jsonLine({ listening, startUrl }: RunningRelay): string {
  return JSON.stringify({ listening, startUrl }) + '\n'
}

function sentences({ listening, startUrl }: RunningRelay): string {
  return [
    `The relay listens on ${listening}, for this machine alone: devices are not paired by key yet.`,
    `Open ${startUrl}`,
    'The link works once, within ten minutes. "perigee link" makes another.',
    '',
  ].join('\n')
}

await main()
