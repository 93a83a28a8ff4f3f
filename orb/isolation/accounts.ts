import { spawnSync } from 'node:child_process'

/** The account that an agent runs as where nothing else is said; whoever installs Perigee may make it. */
export const AGENT_ACCOUNT = 'perigee-agent'

/** A user of this machine. */
export interface Account {
  /** Its name, or its number where it has none. */
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** A user by name or number; a number need not have a name. Null where there is no such user, or no way to ask. */
export function findAccount(user: string): Account | null {
  const { status, stdout } = spawnSync('getent', ['passwd', user], { encoding: 'utf8' })
  const fields = status === 0 ? stdout.trim().split(':') : []
  const [name = '', , uid = '', gid = ''] = fields
  if (/^\d+$/.test(uid) && /^\d+$/.test(gid)) return { name, uid: Number(uid), gid: Number(gid) }
  if (!/^\d{1,9}$/.test(user)) return null
  return { name: user, uid: Number(user), gid: Number(user) }
}

/** What a user may do with a file or folder, as the kernel says: `-r` read, `-w` write, `-x` run or enter. */
export function mayUser({ uid, gid }: Account, what: '-r' | '-w' | '-x', path: string): boolean {
  return spawnSync('test', [what, path], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Makes a folder of mode 0700 as a user, with those above it: whatever links lie on the way, they are followed with that user's rights alone. */
export function makeFolderAs({ uid, gid }: Account, path: string): boolean {
  return spawnSync('mkdir', ['-p', '-m', '700', path], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}
