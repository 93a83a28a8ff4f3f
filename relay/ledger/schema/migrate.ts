import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import type { Connection } from '../dialect/open.ts'
import { loop } from './0001-loop.ts'
import { devices } from './0002-devices.ts'
import { orbs } from './0003-orbs.ts'
import { agents } from './0004-agents.ts'
import { draftFiles } from './0005-draft-files.ts'
import { search } from './0006-search.ts'

/** All migrations, oldest first. One that was released is never changed: what it missed is a new one. */
export const MIGRATIONS: readonly string[] = [loop, devices, orbs, agents, draftFiles, search]

/**
 * Brings a ledger's file forward to the newest schema, each step in a transaction of its own; `user_version` counts
 * the steps taken. Throws a PerigeeError `conflict` for a file of a newer Perigee, which is left as it is.
 */
export function migrate(connection: Connection, migrations: readonly string[] = MIGRATIONS): void {
  const version = connection.pragma('user_version', { simple: true })
  const taken = typeof version === 'number' ? version : 0
  if (taken > migrations.length)
    throw new PerigeeError(
      'conflict',
      `This ledger was written by a newer Perigee (schema ${taken}, this one knows ${migrations.length}). ` +
        'It was left as it is. Install the newer version again.',
    )
  for (const [index, migration] of migrations.entries()) {
    if (index < taken) continue
    connection.transaction(() => {
      connection.exec(migration)
      connection.pragma(`user_version = ${index + 1}`)
    })()
  }
}
