import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { writeFiles } from '../adapters/launch.ts'
import { Runner } from '../runner.ts'
import { openOrbStore } from '../spool/orb-store.ts'
import { cutName } from '../transcripts/tool-call.ts'
import { DEFAULT_PORT, folderName, homeFolder, orbFolder } from './defaults.ts'
import { AGENT_FLAGS, chosenAgent } from './agent.ts'
import { givenEnrolment } from './enrolment.ts'
import { envNames } from './env-names.ts'
import { ORB_HELP } from './help.ts'
import { ISOLATION_FLAGS, keepApart } from './isolation.ts'
import { untilAskedToEnd } from './signals.ts'
import { readFlags, text, UsageError } from './usage.ts'

const FLAGS = {
  relay: { type: 'string' },
  name: { type: 'string' },
  workspace: { type: 'string' },
  state: { type: 'string' },
  enrol: { type: 'string' },
  'enrol-file': { type: 'string' },
  'first-use': { type: 'boolean' },
  ...AGENT_FLAGS,
  ...ISOLATION_FLAGS,
  env: { type: 'string', multiple: true },
  'first-prompt': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const DEFAULT_RELAY = `ws://127.0.0.1:${DEFAULT_PORT}`

/** `perigee orb`: a runner with a harness, until it is asked to end or the relay refuses it for good. */
export async function orb(args: readonly string[]): Promise<number> {
  const split = args.indexOf('--')
  const values = readFlags(split < 0 ? args : args.slice(0, split), FLAGS, 'orb')
  if (values['help'] === true) {
    process.stdout.write(ORB_HELP)
    return 0
  }
  const cwd = existingFolder(text(values, 'workspace') ?? '.')
  const title = cutName(text(values, 'name') ?? (basename(cwd) || 'orb'))
  const home = homeFolder(text(values, 'state'))
  const relay = text(values, 'relay')
  const namedRelay = relay === null ? null : relayAddress(relay)
  const named = envNames(values['env'])
  for (const name of named.filter((one) => process.env[one] === undefined)) log(`${name} is not set: not passed on.`)
  const name = folderName(title)
  const command = split < 0 ? [] : args.slice(split + 1)
  const agent = await chosenAgent(values, {
    command,
    workspace: cwd,
    orbFolder: orbFolder(home, name),
    state: home,
    log,
  })
  const { launchIn, ownHome, toolShell } = agent
  const apart = keepApart(values, {
    launchIn,
    ownHome,
    toolShell: toolShell?.folder ?? null,
    workspace: cwd,
    env: named,
    orb: name,
    stateFolder: home,
  })
  const { provider, launch, sentences } = apart
  await toolShell?.prove(launch, provider)
  for (const sentence of [...sentences, ...agent.sentences(apart.home)]) log(sentence)
  const firstPrompt = text(values, 'first-prompt')

  const given = await givenEnrolment(values)
  const asked = untilAskedToEnd()
  const store = await openOrbStore(orbFolder(home, name), given)
  const enrolledAt = store.enrolment.relay
  let refused: () => void = () => {}
  const ended = new Promise<'refused'>((done) => {
    refused = () => done('refused')
  })
  const runner = new Runner(store, {
    firstUse: values['first-use'] === true,
    relayUrl: namedRelay ?? relayAddress(enrolledAt === null ? DEFAULT_RELAY : new URL(enrolledAt).origin),
    title,
    provider,
    manifest: agent.manifest,
    launch,
    async launchFor() {
      const fresh = agent.prepare(apart.home, apart.env)
      await writeFiles(fresh.files, fresh.launch, provider)
      return fresh.launch
    },
    answeredFromInside: agent.answeredFromInside,
    firstPrompt:
      firstPrompt === null
        ? null
        : { commandId: null, text: firstPrompt, attachments: [], by: { personName: 'Perigee', deviceName: 'demo' } },
    log,
    onEnd: (end) => {
      log(end.sentence)
      refused()
    },
  })
  runner.start().catch((error: unknown) => {
    log(error instanceof PerigeeError ? error.message : String(error))
    refused()
  })
  const why = await Promise.race([asked, ended])
  await runner.stop()
  await agent.close()
  return why === 'refused' ? 1 : 0
}

function log(sentence: string): void {
  process.stderr.write(`orb: ${sentence}\n`)
}

function existingFolder(path: string): string {
  const folder = resolve(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(`--workspace is "${path}", which is no folder.`)
  }
  return folder
}

/** `ws://host:port` or `wss://host:port`, also where it is written with http. */
function relayAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const scheme = url === null ? undefined : { 'ws:': 'ws', 'http:': 'ws', 'wss:': 'wss', 'https:': 'wss' }[url.protocol]
  if (
    url === null ||
    scheme === undefined ||
    url.host === '' ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new UsageError(`--relay is "${address}"; it has to look like ${DEFAULT_RELAY}.`)
  }
  return `${scheme}://${url.host}`
}
