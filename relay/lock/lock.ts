import { join } from 'node:path'
import Database from 'better-sqlite3'

/** The hold of one relay on its state folder. */
export interface StateLock {
  release(): void
}

/**
 * Makes this process the only relay on a state folder: two would each tell half of what happens. The lock is the
 * system's own on an open file (held by SQLite, which knows how on every platform), so a killed relay leaves none
 * behind. Throws a sentence for people where another relay holds it.
 */
export function lockState(folder: string): StateLock {
  const lock = new Database(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new Error(`Another relay is running on ${folder}. Stop it, or choose another folder with --state.`, {
      cause: error,
    })
  }
  return { release: () => lock.close() }
}
