import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { shown } from '../device/terminal-text.ts'
import { harnessEnvironment } from '../harness/environment.ts'
import { noneProvider } from '../harness/none-provider.ts'
import type { Launch, Provider } from '../harness/provider.ts'
import { defaultAccountHome } from '../isolation/account-home.ts'
import { chooseIsolation, WISHES, type Choice, type Wish } from '../isolation/choice.ts'
import { isWithin } from '../isolation/folders.ts'
import { lookAtMachine } from '../isolation/machine.ts'
import { namespaceProvider } from '../isolation/namespace-provider.ts'
import type { PrivateFolders } from '../isolation/private-folders.ts'
import { uidProvider } from '../isolation/uid-provider.ts'
import { repositoryElsewhere } from '../isolation/repository-elsewhere.ts'
import { isolationWords, repositoryNotSeen } from '../isolation/words.ts'
import { deviceFolder, homeFolder, orbFolder, relayFolder } from './defaults.ts'
import { text, UsageError } from './usage.ts'

/** The flags that say how an agent is kept apart. */
export const ISOLATION_FLAGS = {
  isolation: { type: 'string' },
  user: { type: 'string' },
  home: { type: 'string' },
  read: { type: 'string', multiple: true },
  write: { type: 'string', multiple: true },
} as const

/** An agent as it was named on the command line. */
export interface NamedAgent {
  /** How it is started, in this home (null: the runner's own), with this environment. */
  readonly launchIn: (home: string | null, env: Readonly<Record<string, string>>) => Launch
  /** The folder of its tool shell, which it has to see; null where it has the usual one. */
  readonly toolShell: string | null
  /** It gets a home of its own also where nothing else keeps it apart. */
  readonly ownHome: boolean
  readonly workspace: string
  /** Names of variables that it gets beside the usual ones. */
  readonly env: readonly string[]
  /** The orb's folder name. */
  readonly orb: string
  readonly stateFolder: string
}

/** An agent with what keeps it apart. */
export interface KeptApart {
  readonly provider: Provider
  readonly launch: Launch
  /** The agent's home; null: the runner's own. */
  readonly home: string | null
  /** What the agent gets of the environment. */
  readonly env: Readonly<Record<string, string>>
  /** What is done and why, for the log. */
  readonly sentences: readonly string[]
}

type Values = Parameters<typeof text>[0]

/**
 * Keeps an agent apart as the flags say, or as well as this machine can.
 * @throws UsageError for flags that do not fit, PerigeeError where it cannot be done as it was asked for
 */
export function keepApart(values: Values, agent: NamedAgent): KeptApart {
  const wish = wishOf(text(values, 'isolation'))
  const choice = chooseIsolation(wish, () => lookAtMachine(text(values, 'user')))
  const [reads, writes] = [paths(values['read']), paths(values['write'])]
  if (wish !== 'best' && choice.isolation !== 'namespace' && reads.length + writes.length > 0) {
    throw new UsageError('--read and --write are for --isolation namespace alone.')
  }
  if (wish !== 'best' && choice.isolation !== 'uid' && values['user'] !== undefined) {
    throw new UsageError('--user is for --isolation uid alone.')
  }
  const home = homeOf(values, agent, choice)
  const env = harnessEnvironment(process.env, agent.env, home)
  const launch = agent.launchIn(home, env)
  const sentences = [
    isolationWords[choice.isolation](home ?? ''),
    ...(wish === 'best' ? [choice.reason] : []),
    ...(choice.isolation === 'namespace' ? hints(agent.workspace, writes) : []),
  ]
  const provider = providerOf(choice, launch, home ?? '', { reads, writes }, agent)
  return { provider, launch, home, env, sentences }
}

function providerOf(
  choice: Choice,
  launch: Launch,
  home: string,
  binds: { readonly reads: string[]; readonly writes: string[] },
  agent: NamedAgent,
): Provider {
  if (choice.isolation === 'none') return noneProvider
  const privates = privatesOf(agent)
  if (choice.isolation === 'uid') {
    const keys = [
      relayFolder(agent.stateFolder),
      orbFolder(agent.stateFolder, agent.orb),
      deviceFolder(agent.stateFolder),
    ]
    return uidProvider({ account: choice.account, launch, home, privates, keys })
  }
  const homes = [homedir(), process.env['HOME'] ?? '/root', '/root']
  const nests = agent.toolShell !== null
  const reads = agent.toolShell === null ? binds.reads : [...binds.reads, agent.toolShell]
  return namespaceProvider({ bwrap: choice.bwrap, launch, home, ...binds, reads, privates, homes, nests })
}

function hints(workspace: string, writes: readonly string[]): string[] {
  const repository = repositoryElsewhere(workspace)
  if (repository === null || writes.some((path) => isWithin(repository, path))) return []
  return [repositoryNotSeen(shown(repository))]
}

/** Nothing of Perigee's own is an agent's to see but its home, and the workspace that the demo makes beside it. */
function privatesOf({ stateFolder, orb }: NamedAgent): PrivateFolders {
  const folder = orbFolder(stateFolder, orb)
  return {
    folders: [...new Set([stateFolder, homeFolder(null)])],
    except: [join(folder, 'home'), join(folder, 'workspace')],
  }
}

/** The agent's home; null: the runner's own. */
function homeOf(values: Values, agent: NamedAgent, choice: Choice): string | null {
  const named = text(values, 'home')
  const own = join(orbFolder(agent.stateFolder, agent.orb), 'home')
  if (choice.isolation === 'none') {
    const home = named === null ? (agent.ownHome ? own : null) : resolve(named)
    if (home !== null) mkdirSync(home, { recursive: true, mode: 0o700 })
    return home
  }
  if (named !== null) return resolve(named)
  return choice.isolation === 'uid' ? defaultAccountHome(agent.orb, choice.account) : own
}

function wishOf(word: string | null): Wish {
  const wish = WISHES.find((one) => one === (word ?? 'best'))
  if (wish === undefined) throw new UsageError(`--isolation is "${word}"; it can be ${WISHES.join(', ')}.`)
  return wish
}

function paths(flags: unknown): string[] {
  const given = Array.isArray(flags) ? flags.filter((flag) => typeof flag === 'string') : []
  return given.map((path) => {
    if (path === '') throw new UsageError('--read and --write need a path.')
    return resolve(path)
  })
}
