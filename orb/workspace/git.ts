import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { WorkspaceReport } from '../../shared/link/reports.ts'
import type { Launch, Provider } from '../harness/provider.ts'

const run = promisify(execFile)

const TIMEOUT_MS = 5000
const OUTPUT_BYTES = 4 * 1024 * 1024
/** Files named in a report; more than a screen shows, less than would fill a message. */
const FILES = 300
const PATH_CHARS = 500

/**
 * What git says of an agent's workspace: its branch, and changed lines against the last commit; null where it is no
 * repository. A workspace's own configuration is an agent's to write, links to elsewhere included: nothing that it
 * could make git run is run, and git sees no more than the agent does.
 */
export async function workspaceReport(agent: Launch, provider: Provider): Promise<WorkspaceReport | null> {
  const path = agent.cwd
  const git = gitOf(agent, provider)
  const inside = await git(['rev-parse', '--is-inside-work-tree'])
  if (inside?.trim() !== 'true') return null
  const branch = (await git(['symbolic-ref', '--quiet', '--short', 'HEAD']))?.trim() ?? ''
  const numstat = ['diff', '--numstat', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', 'HEAD', '--', '.']
  const tracked = await git(numstat, await withoutFilters(git))
  const untracked = await git(['ls-files', '--others', '--exclude-standard', '-z'])
  const changed = [...numbers(tracked ?? ''), ...names(untracked ?? '')].slice(0, FILES)
  return { name: 'workspace', path, branch: branch === '' ? null : branch.slice(0, PATH_CHARS), changed }
}

/** Settings that make git run nothing, for every filter that the workspace's own configuration names. */
async function withoutFilters(git: Git): Promise<Setting[]> {
  const named = await git(['config', '--null', '--name-only', '--get-regexp', '^filter[.]'])
  const filters = new Set((named ?? '').split('\0').map((key) => key.slice(0, key.lastIndexOf('.'))))
  return [...filters]
    .filter((filter) => filter.startsWith('filter.'))
    .flatMap((filter): Setting[] => [
      [`${filter}.clean`, ''],
      [`${filter}.process`, ''],
      [`${filter}.required`, 'false'],
    ])
}

type Git = (args: readonly string[], settings?: readonly Setting[]) => Promise<string | null>
type Setting = readonly [key: string, value: string]

const SAFE: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
]

function gitOf({ cwd, env: agentEnv }: Launch, provider: Provider): Git {
  return async (args, settings = []) => {
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
      // A repository that says it is only a part would have git fetch the rest, by a program that it names.
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_CONFIG_COUNT: String(all.length),
      ...Object.fromEntries(config),
    }
    const confined = provider.confine({ command: 'git', args, cwd, env })
    const { command, args: words, env: given, owner } = confined
    try {
      const limits = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES } as const
      const { stdout } = await run(command, [...words], { cwd: confined.cwd, env: given, ...owner, ...limits })
      return stdout
    } catch {
      return null
    }
  }
}

/** Lines of `--numstat -z`: added, removed, path; `-` for a binary file. */
function numbers(text: string): WorkspaceReport['changed'] {
  return text.split('\0').flatMap((line) => {
    const [added, removed, ...path] = line.split('\t')
    return path.length === 0 ? [] : [{ path: cut(path.join('\t')), added: count(added), removed: count(removed) }]
  })
}

/** New files: git does not count their lines, and reading them is not worth it. */
function names(text: string): WorkspaceReport['changed'] {
  return text
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => ({ path: cut(path), added: 0, removed: 0 }))
}

function count(text: string | undefined): number {
  return Number(text) || 0
}

function cut(path: string): string {
  return path.slice(0, PATH_CHARS)
}
