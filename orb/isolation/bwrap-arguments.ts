/** What an agent in a namespace gets to see, beside the system's programs. Absolute paths. */
export interface Sight {
  /** It may change all of it. */
  readonly workspace: string
  /** Its home folder; it may change all of it. */
  readonly home: string
  /** What it may read as well; left out where it lies in something that it may change. */
  readonly reads: readonly Bind[]
  /** What it may change as well. */
  readonly writes: readonly Bind[]
  /** Folders of the system that exist here, or the links that stand in their place. */
  readonly system: readonly SystemFolder[]
  /** Files and folders below them of which nothing is shown. */
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[]
  /** Places in /proc that the system's own root may write by their owner alone. */
  readonly frozenProc: readonly string[]
  /** It may make namespaces of its own, as a tool shell without a network does. */
  readonly nests: boolean
}

/** Something that is shown: what it is, and where. */
export interface Bind {
  readonly from: string
  readonly at: string
}

/** A folder of the system; `link` is where it leads in case it is a link. */
export interface SystemFolder {
  readonly path: string
  readonly link: string | null
}

const WALLS = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--cap-drop',
  'ALL',
  '--new-session',
  '--die-with-parent',
]
const OWN_FOLDERS = ['--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/var/tmp', '--dir', '/run']

/**
 * The words for bubblewrap, up to the program's own. New user, process, mount, IPC, host name and cgroup namespaces,
 * no capability, no way to make another user namespace (save for `nests`), a session without the runner's terminal, and an end together
 * with the runner. The network is the machine's: an agent needs its model.
 */
export function bwrapArguments(sight: Sight, cwd: string): string[] {
  const { workspace, home } = sight
  const shown = [
    ...sight.reads.map((bind) => ({ ...bind, flag: '--ro-bind' })),
    ...[...sight.writes, { from: home, at: home }, { from: workspace, at: workspace }].map((bind) => ({
      ...bind,
      flag: '--bind',
    })),
  ]
  // The outer one first, since it would cover the inner one.
  shown.sort((a, b) => depth(a.at) - depth(b.at))
  return [
    ...WALLS,
    // Root's own number may be mapped once more only by whoever has this one capability, which counts in here alone.
    ...(sight.nests ? ['--cap-add', 'CAP_SETFCAP'] : ['--disable-userns']),
    ...sight.system.flatMap(({ path, link }) =>
      link === null ? ['--ro-bind', path, path] : ['--symlink', link, path],
    ),
    ...sight.hidden.flatMap(({ path, isFolder }) => (isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path])),
    '--proc',
    '/proc',
    // Without this an agent of root's own could rewrite kernel settings: no capability is asked for there.
    ...sight.frozenProc.flatMap((path) => ['--ro-bind', path, path]),
    ...OWN_FOLDERS,
    ...shown.flatMap(({ flag, from, at }) => [flag, from, at]),
    '--remount-ro',
    '/',
    '--chdir',
    cwd,
  ]
}

function depth(path: string): number {
  return path.split('/').length
}
