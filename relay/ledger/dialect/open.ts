import Database from 'better-sqlite3'
import {
  DummyDriver,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Expression,
  type RawBuilder,
} from 'kysely'
import type { Tables } from '../schema/tables.ts'

/** An open SQLite connection. */
export type Connection = Database.Database

/** Builds typed queries without a connection; `statement` and `Store` run them. */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/**
 * Opens a ledger's file so that a commit that has returned survives a power cut: write-ahead log, and the log is
 * synced at every commit. Only one connection ever writes; `busyTimeoutMs` covers a reader or a backup beside it.
 */
export function openConnection(file: string, busyTimeoutMs: number): Connection {
  const connection = new Database(file, { timeout: busyTimeoutMs })
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  // 16 MiB, in KiB: entries are found by random ids, so more than SQLite's 2 MB of their index is in use.
  connection.pragma('cache_size = -16384')
  // After a checkpoint the log file shrinks back to this, so that one burst does not hold its space for ever.
  connection.pragma('journal_size_limit = 67108864')
  return connection
}

/** The larger of two values of a row. */
export function greater<T>(a: Expression<T>, b: Expression<T>): RawBuilder<T> {
  return sql<T>`max(${a}, ${b})`
}

/** True for an error that says that nothing more can be stored: the disk or the file's bound is reached, or writing fails. */
export function isStorageError(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false
  return error.code === 'SQLITE_FULL' || error.code.startsWith('SQLITE_IOERR')
}

/** True where an id that may be used once was used before. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false
  return error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

/** True where a row that another row needs is not there. */
export function isMissingReference(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}
