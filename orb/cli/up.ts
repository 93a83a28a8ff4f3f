import { join } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { loadOrbIdentity } from '../keys/orb-key.ts'
import { makeSecretFolder } from '../keys/secret-file.ts'
import { DEFAULT_PORT, homeFolder, orbFolder } from './defaults.ts'
import { demoPlace } from './demo-place.ts'
import { UP_HELP } from './help.ts'
import { program } from './programs.ts'
import { readRelayLine, type RelayLine } from './relay-line.ts'
import { untilAskedToEnd } from './signals.ts'
import { Supervised } from './supervised.ts'
import { upSentences } from './up-sentences.ts'
import { port, readFlags, text, texts } from './usage.ts'

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-url': { type: 'string', multiple: true },
  'trust-proxy': { type: 'string', multiple: true },
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
  const host = text(values, 'host')
  const publicUrls = texts(values, 'public-url')
  const passedOn = [
    ...(host === null ? [] : ['--host', host]),
    ...publicUrls.flatMap((url) => ['--public-url', url]),
    ...texts(values, 'trust-proxy').flatMap((proxy) => ['--trust-proxy', proxy]),
    ...(values['no-demo'] === true ? [] : ['--trust-orb-key', await demoKey(home)]),
  ]
  const asked = untilAskedToEnd()

  let onReady: (ready: RelayLine) => void = () => {}
  const ready = new Promise<RelayLine>((done) => {
    onReady = done
  })
  const relayArgs = (): string[] => {
    const place = ['--state', home, '--port', String(at), '--log-level', 'warn', '--json']
    return [program('relay', beside), ...place, ...passedOn]
  }
  const relay = new Supervised('The relay', relayArgs, (line) => {
    const said = readRelayLine(line)
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
  const demo = values['no-demo'] === true ? null : demoOrb(home, first, beside)
  demo?.start()
  const { url, pairing } = first
  const facts = { url, pairing, pid: process.pid, relayPid: relay.pid, orbPid: demo?.pid ?? null }
  process.stdout.write(
    values['json'] === true ? `${JSON.stringify(facts)}\n` : upSentences(first, publicUrls, process.stdout.isTTY),
  )
  await asked
  await demo?.stop()
  await relay.stop()
  return 0
}

/**
 * The public key of the demo orb, made before the relay starts: that relay lets this one key in without an owner's
 * enrolment, since nobody is paired yet who could sign one.
 */
async function demoKey(home: string): Promise<string> {
  const folder = orbFolder(home, DEMO)
  makeSecretFolder(folder)
  return (await loadOrbIdentity(join(folder, 'orb.key'))).publicKey
}

function demoOrb(home: string, { url }: RelayLine, beside: string): Supervised {
  const [perigee, scripted] = [program('perigee', beside), program('scripted-agent', beside)]
  const { workspace, store, flags } = demoPlace(home, DEMO, [process.execPath, scripted])
  const agent = [process.execPath, scripted, '--create-project', '--store', store]
  const place = ['--relay', url, '--state', home, '--name', DEMO, '--workspace', workspace, '--first-use', ...flags]
  const words = [perigee, 'orb', ...place, '--first-prompt', FIRST_PROMPT, '--adapter', 'scripted', '--', ...agent]
  return new Supervised(
    'The demo orb',
    () => words,
    () => {},
  )
}
