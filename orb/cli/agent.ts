import { homedir } from 'node:os'
import { basename } from 'node:path'
import { genericManifest } from '../adapters/generic.ts'
import { answeredFromInside } from '../adapters/inside.ts'
import {
  modelGoesWithKey,
  prepareLaunch,
  secretVariables,
  type LaunchGiven,
  type PreparedFile,
} from '../adapters/launch.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { acceptedManifest, adapterNamed } from '../adapters/proposals.ts'
import type { Launch } from '../harness/provider.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { findProgram } from '../isolation/installation.ts'
import { prepareToolShell, type ToolShell } from '../isolation/tool-shell.ts'
import { realPlace } from '../isolation/folders.ts'
import { startModelProxy, type ModelProxy } from '../model-proxy/model-proxy.ts'
import { readSecret } from '../secrets/secrets.ts'
import { text, UsageError } from './usage.ts'

/** The flags that say which agent is run, and with which model. */
export const AGENT_FLAGS = {
  adapter: { type: 'string' },
  manifest: { type: 'string' },
  model: { type: 'string' },
  'model-url': { type: 'string' },
  'shell-network': { type: 'string' },
} as const

/** What an agent is chosen for. */
export interface AgentPlace {
  /** What stands behind `--`. */
  readonly command: readonly string[]
  readonly workspace: string
  readonly orbFolder: string
  readonly state: string
  readonly log: (sentence: string) => void
}

/** An agent that was chosen on the command line. */
export interface ChosenAgent {
  readonly manifest: AdapterManifest
  /** It gets a home of its own: its adapter writes files there. */
  readonly ownHome: boolean
  readonly answeredFromInside: string | null
  /** Where its commands run without a network; null: with the machine's. */
  readonly toolShell: ToolShell | null
  /** How it is started, as far as that is the same each time. */
  readonly launchIn: (home: string | null, env: Readonly<Record<string, string>>) => Launch
  /** The same for one start, with the files that it needs. */
  readonly prepare: (
    home: string | null,
    env: Readonly<Record<string, string>>,
  ) => { launch: Launch; files: readonly PreparedFile[] }
  /** What a person should know of it, in this home. */
  readonly sentences: (home: string | null) => string[]
  readonly close: () => Promise<void>
}

type Values = Parameters<typeof text>[0]

/**
 * The agent that the flags name: an adapter, a manifest, a command, or an adapter with another command.
 * @throws UsageError for flags that do not fit, PerigeeError for a manifest that cannot be used
 */
export async function chosenAgent(values: Values, place: AgentPlace): Promise<ChosenAgent> {
  const manifest = chosenManifest(values, place)
  const isAdapter = text(values, 'adapter') !== null || text(values, 'manifest') !== null
  const proxy = await modelProxy(manifest, values, place)
  const toolShell = shellWithoutNetwork(values, manifest)
  const prepare: ChosenAgent['prepare'] = (home, env) => {
    const own = isOwn(home)
    const given: LaunchGiven = {
      manifest,
      workspace: place.workspace,
      home: { path: home ?? homedir(), own },
      env,
      model: proxy === null ? null : { url: proxy.url, key: proxy.key },
      modelName: text(values, 'model'),
      shell: toolShell?.path ?? null,
    }
    const { launch, files } = prepareLaunch(given)
    return { launch, files: own ? files : [] }
  }
  return {
    manifest,
    ownHome: isAdapter,
    answeredFromInside: answeredFromInside(manifest, toolShell !== null),
    toolShell,
    launchIn: (home, env) => prepare(home, env).launch,
    prepare,
    sentences: (home) => sentencesOf(manifest, home),
    async close() {
      toolShell?.close()
      await proxy?.close()
    },
  }
}

function chosenManifest(values: Values, { command, workspace, state }: AgentPlace): AdapterManifest {
  const [name, path] = [text(values, 'adapter'), text(values, 'manifest')]
  if (name !== null && path !== null) throw new UsageError('--adapter and --manifest both name an agent: give one.')
  const [program, ...args] = command
  if (name === null && path === null) {
    if (program === undefined) {
      throw new UsageError('Say which agent to run: perigee orb --adapter NAME, or perigee orb -- COMMAND ARGS...')
    }
    return genericManifest(program, args)
  }
  const manifest = path === null ? adapterNamed(name ?? '', workspace, state) : acceptedManifest(path, workspace, state)
  if (program === undefined) return manifest
  return { ...manifest, launch: { ...manifest.launch, command: program, args, native: [] } }
}

async function modelProxy(manifest: AdapterManifest, values: Values, place: AgentPlace): Promise<ModelProxy | null> {
  const { model, title } = manifest
  const address = text(values, 'model-url')
  if (model === null) {
    if (address !== null) throw new UsageError(`--model-url is of no use: ${title} chooses its model's address itself.`)
    return null
  }
  const setKey = `perigee secrets set ${model.secret} --orb ${basename(place.orbFolder)}`
  const name = text(values, 'model')
  const together = modelGoesWithKey(manifest)
  if (readSecret(place.orbFolder, model.secret) === null) {
    if (address !== null) throw new UsageError(`--model-url needs the model's key. Set it with "${setKey}".`)
    if (name !== null && together) throw new UsageError(`--model needs the model's key. Set it with "${setKey}".`)
    place.log(`No ${model.secret} is kept for this orb: ${title} uses sign-ins of its own. To keep one: "${setKey}".`)
    return null
  }
  if (name === null && together) {
    throw new UsageError(`A ${model.secret} is kept for this orb. Say which model it is for: --model NAME.`)
  }
  const upstream = address ?? model.upstream
  const proxy = await startModelProxy({
    upstream,
    keyHeader: model.keyHeader,
    key: () => readSecret(place.orbFolder, model.secret),
    withoutKey: `No ${model.secret} is kept for this orb any more. Set it with "${setKey}".`,
  })
  place.log(`${title} reaches its model at ${new URL(upstream).host} by way of this runner, which alone has the key.`)
  return proxy
}

function shellWithoutNetwork(values: Values, manifest: AdapterManifest): ToolShell | null {
  const wish = text(values, 'shell-network')
  if (wish === null || wish === 'shared') return null
  if (wish !== 'none') throw new UsageError(`--shell-network is "${wish}"; it can be shared or none.`)
  if (manifest.trust.shell === null) {
    throw new UsageError(`--shell-network none: no way is known to give ${manifest.title} another shell.`)
  }
  const bwrap = findProgram('bwrap', '/', process.env['PATH'] ?? '')
  if (bwrap === null) throw new PerigeeError('not-found', '--shell-network none needs bubblewrap. Install it first.')
  return prepareToolShell(bwrap, secretVariables(manifest))
}

function sentencesOf(manifest: AdapterManifest, home: string | null): string[] {
  if (manifest.launch.files.length === 0 || isOwn(home)) return []
  return [`The agent's home is yours: nothing is written there, so ${manifest.title} keeps the settings that it has.`]
}

/** True for a home that is the agent's alone, where files may be written. */
function isOwn(home: string | null): boolean {
  return home !== null && realPlace(home) !== realPlace(homedir())
}
