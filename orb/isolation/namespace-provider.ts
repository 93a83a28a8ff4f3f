import { mkdirSync, existsSync } from 'node:fs'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Confined, Launch, Provider } from '../harness/provider.ts'
import { accountOf } from './account.ts'
import { bwrapArguments, type Bind, type Sight } from './bwrap-arguments.ts'
import { isWithin, realPlace } from './folders.ts'
import { findProgram, installationOf } from './installation.ts'
import { startNamespace } from './namespace-process.ts'
import { refusePrivate, type PrivateFolders } from './private-folders.ts'
import { systemSight } from './system-sight.ts'

/** What an agent in a namespace is given beside the system and its own program. */
export interface NamespaceOptions {
  /** Bubblewrap, as a path. */
  readonly bwrap: string
  readonly launch: Launch
  readonly home: string
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly privates: PrivateFolders
  /** Home folders: never shown whole because a program happens to lie there. */
  readonly homes: readonly string[]
  /** See Sight. */
  readonly nests?: boolean
}

/** Certificates that the environment names are shown, too: without them the model cannot be reached. */
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']

/**
 * Keeps an agent apart by Linux namespaces, without needing root: of the machine it sees the system's programs, its own,
 * its workspace and a home folder of its own, and no process but those that it starts. The network is shared, so a
 * harness with a local port of its own can still be answered from inside.
 * @throws PerigeeError with a sentence where something that it is to see is not there, or must not be shown
 */
export function namespaceProvider(options: NamespaceOptions): Provider {
  const { bwrap, launch } = options
  const sight = sightOf(options)
  const confine = ({ command, args, cwd, env }: Launch): Confined => ({
    command: bwrap,
    args: [...bwrapArguments(sight, cwd), '--', command, ...args],
    cwd,
    env: { ...env, TMPDIR: '/tmp' },
    owner: null,
  })
  return {
    isolation: 'namespace',
    account: process.getuid === undefined ? null : accountOf(process.getuid()),
    confine,
    async start(started, waits) {
      if (programOf(started) === null) throw notFound(launch)
      return startNamespace(confine(started), waits)
    },
  }
}

function sightOf({ launch, home, reads, writes, privates, homes, nests = false }: NamespaceOptions): Sight {
  const file = programOf(launch)
  if (file === null) throw notFound(launch)
  const workspace = launch.cwd
  refusePrivate(workspace, 'The workspace', privates)
  refusePrivate(home, "The agent's home", privates)
  for (const path of writes) refusePrivate(path, 'What --write names', privates)
  for (const path of reads) refusePrivate(path, 'What --read names', privates)
  for (const path of [...reads, ...writes]) {
    if (!existsSync(path)) throw new PerigeeError('not-found', `There is no ${path} to show to the agent.`)
  }
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const { resolver, ...system } = systemSight()
  const tooWide = [...homes, ...privates.folders, '/tmp', '/var/tmp'].flatMap((one) => [one, realPlace(one)])
  const own = [...writes, workspace, home]
  const needed = [
    ...installationOf({ file, args: launch.args }, workspace, launch.env['PATH'] ?? '', tooWide),
    ...CERTIFICATES.flatMap((name) => launch.env[name] ?? []).filter((path) => existsSync(path)),
  ].filter((path) => !own.some((one) => isWithin(path, one)) && !system.system.some((one) => isWithin(path, one.path)))
  for (const path of needed) refusePrivate(path, "A part of the agent's program", privates)
  return {
    ...system,
    workspace,
    home,
    nests,
    writes: writes.map(asBind),
    reads: [...resolver, ...[...needed, ...reads].map(asBind)],
  }
}

/** What is shown is what a link leads to now: the agent cannot make it lead elsewhere later. */
function asBind(path: string): Bind {
  return { from: realPlace(path), at: path }
}

function programOf({ command, cwd, env }: Launch): string | null {
  return findProgram(command, cwd, env['PATH'] ?? '')
}

function notFound({ command, cwd }: Launch): PerigeeError {
  const where = `there is no program "${command}", or no folder ${cwd}.`
  return new PerigeeError('not-found', `The agent could not be started: ${where}`)
}
