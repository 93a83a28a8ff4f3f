import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { makeFolderAs, type Account } from './accounts.ts'

/** Where agents that run as users of their own have their homes: a state folder is closed to them. */
const HOMES = '/var/lib/perigee-agents'
const OPEN_FOLDER = 0o755

/** The home of an orb's agent that runs as a user of its own, where no other is named. */
export function defaultAccountHome(orb: string, { uid }: Account): string {
  return join(HOMES, `${orb}-${uid}`)
}

/**
 * Makes the home of an agent, or sees that it is its user's own, and a folder for temporary files in it. Gives the path
 * of that.
 * @throws PerigeeError with a sentence where the folder is somebody else's
 */
export function prepareAccountHome(home: string, account: Account): { tmp: string } {
  const there = lstatSync(home, { throwIfNoEntry: false })
  if (there === undefined) {
    mkdirSync(dirname(home), { recursive: true })
    // The umask is that of a program that makes nothing but secrets.
    if (dirname(home) === HOMES) chmodSync(HOMES, OPEN_FOLDER)
    mkdirSync(home, { mode: 0o700 })
    chownSync(home, account.uid, account.gid)
  } else if (!there.isDirectory() || there.uid !== account.uid) {
    throw new PerigeeError(
      'conflict',
      `The agent's home ${home} is not a folder of ${account.name}. Give it to that user, with ` +
        `"chown ${account.name} ${home}", or name another with --home.`,
    )
  }
  const tmp = join(home, 'tmp')
  if (!makeFolderAs(account, tmp)) {
    throw new PerigeeError(
      'forbidden',
      `${account.name} cannot make ${tmp}. Every folder above it has to let that user in; or name another with --home.`,
    )
  }
  return { tmp }
}
