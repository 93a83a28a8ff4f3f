import type { OrbDatabase } from '../spool/database.ts'
import type { Journal } from '../spool/journal.ts'
import { killGroup } from './process-group.ts'
import { bootId, isAlive, processIdentity } from './process-identity.ts'

/** Harness processes of this orb by number and identity, so that a runner that follows a crash can end them. */
export class ProcessBook {
  readonly #journal: Journal
  readonly #rows
  readonly #put
  readonly #delete

  constructor(db: OrbDatabase, journal: Journal) {
    this.#journal = journal
    this.#rows = db.prepare<[], { pid: number; identity: string }>('SELECT pid, identity FROM processes')
    this.#put = db.prepare('INSERT OR REPLACE INTO processes (pid, identity) VALUES (?, ?)')
    this.#delete = db.prepare('DELETE FROM processes WHERE pid = ?')
  }

  /** Remembers a process that was just started, on disk before it is given anything to do. */
  add(pid: number): void {
    const identity = processIdentity(pid) ?? ''
    this.#journal.enqueue(() => this.#put.run(pid, identity))
    this.#journal.commit()
  }

  /** A process is gone, with its group. */
  remove(pid: number): void {
    this.#journal.enqueue(() => this.#delete.run(pid))
  }

  /** Ends what an earlier runner left behind; gives how many groups that were. */
  async endOrphans(): Promise<number> {
    let ended = 0
    for (const { pid, identity } of this.#rows.all()) {
      if (isOurs(pid, identity) && isAlive(-pid)) {
        await killGroup(pid)
        ended += 1
      }
      this.remove(pid)
    }
    return ended
  }
}

/**
 * A number is given again only when neither a process nor a group bears it. So the group is still ours where its leader
 * is the process that we started, or is gone since the same boot.
 */
function isOurs(pid: number, identity: string): boolean {
  const now = processIdentity(pid)
  return now === null ? identity.startsWith(`${bootId()}:`) && bootId() !== '' : now === identity
}
