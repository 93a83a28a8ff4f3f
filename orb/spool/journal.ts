import Database from 'better-sqlite3'
import type { OrbDatabase } from './database.ts'

/** How long to wait before a commit that found no room is tried again. */
const RETRY_MS = 1000

/** Conditions of the disk, not of the program: waiting can help. */
const TROUBLE = /^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN)/

/**
 * The one way to write to an orb's file. Writes gather until the end of the turn of the event loop and then go to disk
 * in one transaction; what is in memory is the truth until then. On a full disk nothing is dropped: the writes wait and
 * are tried again, and `full` says so, so that the runner stops reading its harness.
 */
export class Journal {
  readonly #db: OrbDatabase
  readonly #committed: (() => void)[] = []
  readonly #troubled: ((reason: string | null) => void)[] = []
  #waiting: (() => void)[] = []
  #scheduled: NodeJS.Immediate | null = null
  #retry: NodeJS.Timeout | null = null
  #reason: string | null = null
  #closed = false

  constructor(db: OrbDatabase) {
    this.#db = db
  }

  /** Why nothing can be written at present, or null. */
  get trouble(): string | null {
    return this.#reason
  }

  /** Adds a write to the next transaction. After `close` there is none: what comes then is left out. */
  enqueue(write: () => void): void {
    this.defer(write)
    if (this.#retry === null && !this.#closed) this.#scheduled ??= setImmediate(() => this.commit())
  }

  /** Adds a write that can wait for the next transaction that anything else brings about. */
  defer(write: () => void): void {
    if (!this.#closed) this.#waiting.push(write)
  }

  /** Writes everything enqueued so far; true once it is synced to disk, false where there is no room for it. */
  commit(): boolean {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled)
    this.#scheduled = null
    if (this.#waiting.length === 0) return this.#reason === null
    const batch = this.#waiting
    try {
      this.#db.transaction(() => {
        for (const write of batch) write()
      })()
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !TROUBLE.test(error.code)) throw error
      this.#setTrouble(error.message)
      this.#retry ??= setTimeout(() => {
        this.#retry = null
        this.commit()
      }, RETRY_MS)
      return false
    }
    this.#waiting = []
    this.#setTrouble(null)
    for (const listener of this.#committed) listener()
    return true
  }

  /** Calls `listener` after every commit. */
  onCommit(listener: () => void): void {
    this.#committed.push(listener)
  }

  /** Calls `listener` with a reason when the disk takes nothing more, and with null when it does again. */
  onTrouble(listener: (reason: string | null) => void): void {
    this.#troubled.push(listener)
  }

  /** Commits what is left and ends. */
  close(): void {
    this.commit()
    this.#closed = true
    this.#waiting = []
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = null
  }

  #setTrouble(reason: string | null): void {
    if (this.#reason === reason) return
    this.#reason = reason
    for (const listener of this.#troubled) listener(reason)
  }
}
