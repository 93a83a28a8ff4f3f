import type { WorkspaceReport } from '../../shared/link/reports.ts'
import type { Launch, Provider } from '../harness/provider.ts'
import { gitOf, isRepository, namesIn, withoutFilters, type Git } from './git.ts'

/** Files named in a report; more than a screen shows, less than would fill a message. */
const FILES = 300
const PATH_CHARS = 500

/**
 * What git says of an agent's workspace: its branch, how far that is from the one that it follows, and changed lines
 * against the last commit; null where it is no repository.
 */
export async function workspaceReport(agent: Launch, provider: Provider): Promise<WorkspaceReport | null> {
  const path = agent.cwd
  const git = gitOf(agent, provider)
  if (!(await isRepository(git))) return null
  const branch = await nameOf(git, ['symbolic-ref', '--quiet', '--short', 'HEAD'])
  const numstat = ['diff', '--numstat', '-z', '--relative', '--no-renames', '--no-ext-diff', '--no-textconv']
  const settings = await withoutFilters(git)
  // A submodule has a configuration of its own: it is not looked into.
  const tracked = await git([...numstat, '--ignore-submodules=all', 'HEAD', '--', '.'], { settings })
  const untracked = await git(['ls-files', '--others', '--exclude-standard', '-z'])
  const changed = [...numbers(namesIn(tracked)), ...names(namesIn(untracked))].slice(0, FILES)
  return { name: 'workspace', path, branch, upstream: await upstreamOf(git), changed }
}

async function upstreamOf(git: Git): Promise<WorkspaceReport['upstream']> {
  const name = await nameOf(git, ['rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}'])
  if (name === null) return null
  const counts = await git(['rev-list', '--left-right', '--count', 'HEAD...@{upstream}'])
  const [ahead, behind] = (counts?.toString() ?? '').trim().split('\t')
  // Not to be told, such as where that branch has not been fetched yet.
  if (ahead === undefined || behind === undefined) return null
  return { name, ahead: count(ahead), behind: count(behind) }
}

async function nameOf(git: Git, args: readonly string[]): Promise<string | null> {
  const name = (await git(args))?.toString().trim() ?? ''
  return name === '' ? null : name.slice(0, PATH_CHARS)
}

/** Lines of `--numstat -z`: added, removed, path; `-` for a binary file. */
function numbers(lines: readonly string[]): WorkspaceReport['changed'] {
  return lines.flatMap((line) => {
    const [added, removed, ...path] = line.split('\t')
    return path.length === 0 ? [] : [{ path: cut(path.join('\t')), added: count(added), removed: count(removed) }]
  })
}

/** New files: git does not count their lines, and reading them is not worth it. */
function names(paths: readonly string[]): WorkspaceReport['changed'] {
  return paths.map((path) => ({ path: cut(path), added: 0, removed: 0 }))
}

function count(text: string | undefined): number {
  return Number(text) || 0
}

function cut(path: string): string {
  return path.slice(0, PATH_CHARS)
}
