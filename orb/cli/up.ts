import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { DEFAULT_PORT, homeFolder, orbFolder } from './defaults.ts'
import { UP_HELP } from './help.ts'
import { program } from './programs.ts'
import { untilAskedToEnd } from './signals.ts'
import { Supervised } from './supervised.ts'
import { port, readFlags, text } from './usage.ts'

const FLAGS = {
  port: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  'no-demo': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const DEMO = 'demo'
const FIRST_PROMPT = 'Give the page a warmer welcome.'

/** `perigee up`: a relay, and an orb with the scripted agent, until it is asked to end. `beside`: see program. */
export async function up(args: readonly string[], beside: string): Promise<number> {
  const values = readFlags(args, FLAGS, 'up')
  if (values['help'] === true) {
    process.stdout.write(UP_HELP)
    return 0
  }
  const home = homeFolder(text(values, 'state'))
  let at = port(values, DEFAULT_PORT)
  const asked = untilAskedToEnd()

  let onReady: (ready: Ready) => void = () => {}
  const ready = new Promise<Ready>((done) => {
    onReady = done
  })
  const relayArgs = (): string[] => [
    program('relay', beside),
    '--state',
    home,
    '--port',
    String(at),
    '--log-level',
    'warn',
    '--json',
  ]
  const relay = new Supervised('The relay', relayArgs, (line) => {
    const said = readyOf(line)
    if (said !== null) onReady(said)
  })
  relay.start()
  const first = await Promise.race([ready, asked, relay.failed])
  if (first === undefined) {
    await relay.stop()
    return 0
  }
  if (first === 'failed') await relay.stop()
  if (first === 'failed') throw new PerigeeError('unavailable', 'The relay could not be started; see above.')

  // From now on the same port again, also where the system chose it.
  at = first.port
  const demo = values['no-demo'] === true ? null : demoOrb(home, at, beside)
  demo?.start()
  const url = `http://localhost:${at}`
  const facts = { url, startUrl: first.startUrl, pid: process.pid, relayPid: relay.pid, orbPid: demo?.pid ?? null }
  process.stdout.write(values['json'] === true ? `${JSON.stringify(facts)}\n` : sentences(first.startUrl))
  await asked
  await demo?.stop()
  await relay.stop()
  return 0
}

interface Ready {
  readonly port: number
  readonly startUrl: string
}

function readyOf(line: string): Ready | null {
  try {
    const { startUrl } = JSON.parse(line) as { startUrl: unknown }
    if (typeof startUrl !== 'string') return null
    return { startUrl, port: Number(new URL(startUrl).port) }
  } catch {
    return null
  }
}

function demoOrb(home: string, at: number, beside: string): Supervised {
  const folder = orbFolder(home, DEMO)
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace, { recursive: true, mode: 0o700 })
  const agent = [
    process.execPath,
    program('scripted-agent', beside),
    '--create-project',
    '--store',
    join(folder, 'agent'),
  ]
  const place = ['--relay', `ws://127.0.0.1:${at}`, '--state', home, '--name', DEMO, '--workspace', workspace]
  const words = [program('perigee', beside), 'orb', ...place, '--first-prompt', FIRST_PROMPT, '--', ...agent]
  return new Supervised(
    'The demo orb',
    () => words,
    () => {},
  )
}

function sentences(startUrl: string): string {
  return [`Open ${startUrl}`, 'The link works once. "perigee link" prints another. Ctrl-C ends everything.', ''].join(
    '\n',
  )
}
