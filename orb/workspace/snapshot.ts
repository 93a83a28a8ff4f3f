import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runConfined } from './confined.ts'
import { gitOf, namesIn, withoutFilters, type Git, type GitOptions } from './git.ts'
import { isHidden } from './inside.ts'
import type { Workspace } from './workspace.ts'

/** A larger file is not copied: that it changed is known by its size and time. */
const LARGE_BYTES = 8 * 1024 * 1024
/** More to copy than that is not worth a look back. */
const TOTAL_BYTES = 64 * 1024 * 1024
const FILES = 5000
/** Names of a workspace with a million files. */
const NAMES_BYTES = 64 * 1024 * 1024

/** What a workspace held at one moment. */
export interface Snapshot {
  /** A tree of git. */
  readonly tree: string
  /** Files too large to be in it, with their size and time. */
  readonly large: Readonly<Record<string, string>>
}

/** Git with an index and an object folder of its own, beside the repository's: nothing in that is changed. */
export interface GitAside {
  readonly git: Git
  /** The tree of the last commit, or an empty one. */
  head(): Promise<string | null>
  /** What the workspace holds now; null where nobody can tell, in time or at all. */
  take(): Promise<Snapshot | null>
}

/** Prepares git beside the repository, in `folder`; null where the workspace is in none. Ends with the signal. */
export async function gitAside(workspace: Workspace, folder: string, signal: AbortSignal): Promise<GitAside | null> {
  const { agent, provider } = workspace
  const plain = gitOf(agent, provider)
  const paths = ['--path-format=absolute', '--git-path', 'objects', '--git-path', 'index']
  const where = await plain(['rev-parse', '--is-inside-work-tree', ...paths], { signal })
  const [inside, objects, index, ...rest] = (where?.toString() ?? '').trimEnd().split('\n')
  if (inside !== 'true' || objects === undefined || index === undefined || rest.length > 0) return null
  const run = (command: string, ...args: string[]) =>
    runConfined(
      provider,
      { command, args, cwd: agent.cwd, env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' } },
      { signal },
    )
  const own = join(folder, 'objects')
  const [made, settings] = await Promise.all([run('mkdir', '-p', '--', own), withoutFilters(plain, signal)])
  if (made === null) return null
  const env = {
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: own,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects),
  }
  const git: Git = (args, options: GitOptions = {}) => plain(args, { signal, ...options, settings, env })
  return {
    git,
    async head() {
      const tree = (await git(['rev-parse', '--verify', '--quiet', 'HEAD^{tree}'])) ?? (await git(['mktree']))
      return tree === null ? null : tree.toString().trim()
    },
    async take() {
      // With its time: by that git tells which files may have changed since in the same second. None: no file was added yet.
      await run('cp', '-p', '--', index, env.GIT_INDEX_FILE)
      const listed = await git(['ls-files', '-z', '--modified', '--others', '--exclude-standard'], {
        maxBytes: NAMES_BYTES,
      })
      const sorted = listed === null ? null : await sort(workspace, namesIn(listed))
      if (sorted === null) return null
      const { gone, here, large } = sorted
      const names = (all: readonly string[]) => ({ input: all.map((path) => path + '\0').join('') })
      if (gone.length > 0 && (await git(['update-index', '-z', '--force-remove', '--stdin'], names(gone))) === null)
        return null
      if (here.length > 0 && (await git(['update-index', '-z', '--add', '--replace', '--stdin'], names(here))) === null)
        return null
      const tree = await git(['write-tree', '--missing-ok'])
      return tree === null ? null : { tree: tree.toString().trim(), large }
    },
  }
}

/** What of the listed names is a file to copy, a large one, or gone. Repositories in the workspace are not looked into. */
async function sort(
  workspace: Workspace,
  listed: readonly string[],
): Promise<{ gone: string[]; here: string[]; large: Record<string, string> } | null> {
  const root = await realpath(workspace.agent.cwd)
  const names = [...new Set(listed)].filter((name) => !name.endsWith('/'))
  if (names.length > FILES) return null
  const plainFolders = new Map<string, Promise<boolean>>()
  const isPlain = (folder: string): Promise<boolean> => {
    const known = plainFolders.get(folder)
    if (known !== undefined) return known
    const found = realpath(folder).then(
      async (real) => real === folder && !(await isHidden(workspace, real)),
      () => false,
    )
    plainFolders.set(folder, found)
    return found
  }
  const sorted = { gone: [] as string[], here: [] as string[], large: {} as Record<string, string> }
  let bytes = 0
  for (const name of names) {
    const path = join(root, name)
    // A folder that became a link does not hold its files any more.
    const stat = (await isPlain(dirname(path))) ? await lstat(path).catch(() => null) : null
    if (stat === null || stat.isDirectory()) sorted.gone.push(name)
    else if (stat.isSymbolicLink()) sorted.here.push(name)
    else if (!stat.isFile()) continue
    else if (stat.size > LARGE_BYTES) sorted.large[name] = `${stat.size} ${stat.mtimeMs}`
    else {
      sorted.here.push(name)
      bytes += stat.size
    }
  }
  return bytes > TOTAL_BYTES ? null : sorted
}

/** A path as git takes one in a list that is parted by colons. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`
}
