import type { Launch, Provider } from '../harness/provider.ts'
import { runConfined, type ConfinedOptions } from './confined.ts'

/** A setting of git. */
export type Setting = readonly [key: string, value: string]

/** What one call of git is given beside its words. */
export interface GitOptions extends ConfinedOptions {
  readonly settings?: readonly Setting[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** Runs git in the workspace: its output, or null where it failed. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<Buffer | null>

const SAFE: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
]

/**
 * Git in an agent's workspace. A workspace's own configuration is an agent's to write, links to elsewhere included:
 * nothing that it could make git run is run, and git sees no more than the agent does.
 */
export function gitOf({ cwd, env: agentEnv }: Launch, provider: Provider): Git {
  return (args, { settings = [], env: more = {}, ...bounds } = {}) => {
    const all = [...SAFE, ...settings]
    // In the environment, since a name may hold what `-c` would take apart.
    const config = all.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ])
    const env = {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: agentEnv['HOME'] ?? '/',
      LANG: 'C',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      // A name is a name, whatever signs it holds.
      GIT_LITERAL_PATHSPECS: '1',
      // An object is what its id says, whatever the repository says in its place.
      GIT_NO_REPLACE_OBJECTS: '1',
      // A repository that says it is only a part would have git fetch the rest, by a program that it names.
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_CONFIG_COUNT: String(all.length),
      ...Object.fromEntries(config),
      ...more,
    }
    return runConfined(provider, { command: 'git', args, cwd, env }, bounds)
  }
}

/** True where the workspace lies in a repository with files. */
export async function isRepository(git: Git, signal?: AbortSignal): Promise<boolean> {
  return (await git(['rev-parse', '--is-inside-work-tree'], { signal }))?.toString().trim() === 'true'
}

/** Settings that make git run nothing, for every filter that the workspace's own configuration names. */
export async function withoutFilters(git: Git, signal?: AbortSignal): Promise<Setting[]> {
  const named = await git(['config', '--null', '--name-only', '--get-regexp', '^filter[.]'], { signal })
  const filters = new Set((named?.toString() ?? '').split('\0').map((key) => key.slice(0, key.lastIndexOf('.'))))
  return [...filters]
    .filter((filter) => filter.startsWith('filter.'))
    .flatMap((filter): Setting[] => [
      [`${filter}.clean`, ''],
      [`${filter}.process`, ''],
      [`${filter}.required`, 'false'],
    ])
}

/** The names in an output that ends each by NUL. */
export function namesIn(output: Buffer | null): string[] {
  return (output?.toString() ?? '').split('\0').filter((name) => name !== '')
}
