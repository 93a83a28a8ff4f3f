import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { bwrapArguments } from './bwrap-arguments.ts'
import { AGENT_ACCOUNT, findAccount, type Account } from './accounts.ts'
import { findProgram } from './installation.ts'
import { systemSight } from './system-sight.ts'

/** Whether something can be done on this machine, and where not, why and what would help. */
export type Ability<Value> =
  | { readonly can: true; readonly value: Value }
  | { readonly can: false; readonly why: string; readonly help: string }

/** How agents can be kept apart on this machine. */
export interface Machine {
  /** With the path of bubblewrap. */
  readonly namespace: Ability<string>
  /** With the user that the agent runs as. */
  readonly uid: Ability<Account>
}

const PROBE_MS = 10_000

/** Looks what this machine can do, by doing it: bubblewrap is run once. `user`: see `--user`; null: the usual one. */
export function lookAtMachine(user: string | null): Machine {
  return { namespace: lookForNamespaces(), uid: lookForAccount(user) }
}

function lookForNamespaces(): Ability<string> {
  if (process.platform !== 'linux') return cannot('Namespaces are a thing of Linux.', 'Run the orb on Linux.')
  const bwrap = findProgram('bwrap', '/', process.env['PATH'] ?? '/usr/bin:/bin')
  if (bwrap === null) {
    return cannot('bubblewrap is not installed.', 'Install it, for example with "apt install bubblewrap".')
  }
  const { resolver, ...system } = systemSight()
  const sight = { ...system, workspace: '/tmp', home: '/tmp', reads: resolver, writes: [], nests: false }
  const args = [...bwrapArguments(sight, '/'), '--', 'true']
  const { status, stderr, error } = spawnSync(bwrap, args, { encoding: 'utf8', timeout: PROBE_MS })
  if (status === 0) return { can: true, value: bwrap }
  const said = (stderr ?? '').trim().split('\n')[0] || (error?.message ?? 'it ended without a word')
  return cannot(`bubblewrap does not work here: ${said}.`, helpFor(said))
}

/** What to do about the reasons that are known; the settings differ between distributions. */
function helpFor(said: string): string {
  if (said.includes('disable-userns') || said.includes('Unknown option')) return 'Install bubblewrap 0.8 or newer.'
  if (setting('kernel/unprivileged_userns_clone') === '0') return allow('kernel.unprivileged_userns_clone=1')
  if (setting('user/max_user_namespaces') === '0') return allow('user.max_user_namespaces=15000')
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1') {
    return (
      'AppArmor keeps programs from making user namespaces. Install a profile that lets bwrap (on Ubuntu: "apt install ' +
      'apparmor-profiles", then link bwrap-userns-restrict into /etc/apparmor.d), or ' +
      `${allow('kernel.apparmor_restrict_unprivileged_userns=0').replace('Allow', 'allow')}`
    )
  }
  return 'In a container, start it with a profile that allows user namespaces.'
}

function allow(assignment: string): string {
  return `Allow user namespaces: sysctl -w ${assignment}, and keep it in /etc/sysctl.d.`
}

function setting(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim()
  } catch {
    return null
  }
}

function lookForAccount(user: string | null): Ability<Account> {
  const wanted = user ?? AGENT_ACCOUNT
  if (process.getuid?.() !== 0) return cannot('Only root can run an agent as another user.', 'Run the orb as root.')
  const account = findAccount(wanted)
  if (account === null) {
    const help = `Make it with "useradd --system --shell /usr/sbin/nologin ${wanted}", or name another with --user.`
    return cannot(`There is no user ${wanted}.`, help)
  }
  const { uid, gid } = account
  const probe = ['--no-new-privs', '--pdeathsig', 'KILL', '--', 'true']
  const { status, error } = spawnSync('setpriv', probe, { uid, gid, cwd: '/', stdio: 'ignore' })
  if (status === 0) return { can: true, value: account }
  const code = error !== undefined && 'code' in error ? error.code : null
  if (code === 'EPERM' || code === 'EINVAL') {
    return cannot('This process is root of a namespace alone, and cannot become another user.', 'Run it outside.')
  }
  return cannot('The program setpriv is not here, or too old.', 'Install util-linux.')
}

function cannot(why: string, help: string): { can: false; why: string; help: string } {
  return { can: false, why, help }
}
