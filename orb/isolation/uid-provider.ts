import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { startGrouped } from '../harness/grouped-process.ts'
import type { Confined, Launch, Provider } from '../harness/provider.ts'
import { prepareAccountHome } from './account-home.ts'
import { accountOf } from './account.ts'
import { mayUser, type Account } from './accounts.ts'
import { findProgram } from './installation.ts'
import { refusePrivate, type PrivateFolders } from './private-folders.ts'

/** What an agent that runs as a user of its own is given. */
export interface UidOptions {
  readonly account: Account
  readonly launch: Launch
  readonly home: string
  readonly privates: PrivateFolders
  /** Folders with keys, which that user must not be able to enter. */
  readonly keys: readonly string[]
}

/**
 * Keeps an agent apart by running it as another user of the machine: only root can do that. It may read what everybody
 * may read. Neither it nor what it starts can become another user again, and it ends with its runner.
 * @throws PerigeeError with a sentence where that user cannot work there, or could read what is secret
 */
export function uidProvider({ account, launch, home, privates, keys }: UidOptions): Provider {
  const { name, uid, gid } = account
  if (uid === 0) throw new PerigeeError('bad-request', 'An agent that runs as root is not kept apart from anything.')
  refusePrivate(home, "The agent's home", privates)
  refusePrivate(launch.cwd, 'The workspace', privates)
  for (const folder of keys) {
    if (!mayUser(account, '-x', folder)) continue
    throw new PerigeeError(
      'forbidden',
      `${name} may enter ${folder}, where keys are kept. Close it: chmod 700 ${folder}`,
    )
  }
  const { tmp } = prepareAccountHome(home, account)
  if (!mayUser(account, '-w', launch.cwd)) {
    throw new PerigeeError(
      'forbidden',
      `${name} may not write in the workspace ${launch.cwd}. Give it to that user, with "chown -R ${name} ${launch.cwd}", ` +
        'and let it through every folder above.',
    )
  }
  const confine = ({ command, args, cwd, env }: Launch): Confined => ({
    command: 'setpriv',
    args: ['--no-new-privs', '--pdeathsig', 'KILL', '--', command, ...args],
    cwd,
    env: { ...env, HOME: home, TMPDIR: tmp, USER: name, LOGNAME: name },
    owner: { uid, gid },
  })
  return {
    isolation: 'uid',
    account: accountOf(uid),
    confine,
    async start(started, waits) {
      const file = findProgram(started.command, started.cwd, started.env['PATH'] ?? '')
      if (file === null || !mayUser(account, '-x', file)) throw cannotRun(started.command, account)
      return startGrouped(confine(started), waits)
    },
  }
}

function cannotRun(command: string, { name }: Account): PerigeeError {
  const why = `there is no program "${command}" that ${name} may run. Install it where everybody may read, as in /usr/local.`
  return new PerigeeError('not-found', `The agent could not be started: ${why}`)
}
