import Database from 'better-sqlite3'
import { chmodSync } from 'node:fs'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'

/** An orb's own file: spool, commands, threads, open entries, open approvals, roster. */
export type OrbDatabase = Database.Database

/** Each step runs once, in order; `user_version` counts them. Steps are only ever added. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE spool (seq INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE TABLE commands (
    command_id TEXT PRIMARY KEY,
    cmd_seq INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('received', 'intent', 'applied', 'refused', 'undeliverable', 'unknown')),
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX commands_by_seq ON commands (cmd_seq);
  CREATE TABLE threads (
    thread_id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    session_id TEXT,
    json TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE runs (run_id TEXT PRIMARY KEY, thread_id TEXT NOT NULL, command_id TEXT) WITHOUT ROWID, STRICT;
  CREATE TABLE open_entries (entry_id TEXT PRIMARY KEY, first_seq INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE open_approvals (approval_id TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
  CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, uploaded INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE processes (pid INTEGER PRIMARY KEY, identity TEXT NOT NULL) STRICT;
  `,
  `
  CREATE TABLE roster_entries (version INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  `,
  `
  CREATE TABLE thread_blobs (
    sha256 TEXT NOT NULL,
    thread_id TEXT,
    uploaded INTEGER NOT NULL,
    UNIQUE (sha256, thread_id)
  ) STRICT;
  INSERT INTO thread_blobs SELECT sha256, NULL, uploaded FROM blobs;
  DROP TABLE blobs;
  ALTER TABLE thread_blobs RENAME TO blobs;
  CREATE INDEX blobs_waiting ON blobs (sha256) WHERE uploaded = 0;
  `,
  `
  CREATE TABLE session_memory (
    session_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('prompt', 'call')),
    said TEXT NOT NULL
  ) STRICT;
  CREATE INDEX session_memory_by_session ON session_memory (session_id);
  `,
]

/**
 * Opens or makes the file. WAL with synchronous=FULL: a commit that returned survives a power cut, which is what lets
 * the runner send an event, or write to a harness, right after it.
 * @throws PerigeeError where the file is of a newer version or cannot be opened
 */
export function openOrbDatabase(path: string): OrbDatabase {
  let db: OrbDatabase
  try {
    db = new Database(path)
  } catch (error) {
    throw new PerigeeError('internal', `The orb's state file ${path} cannot be opened: ${String(error)}`, error)
  }
  chmodSync(path, 0o600)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > MIGRATIONS.length) {
    db.close()
    throw new PerigeeError(
      'conflict',
      `${path} was written by a newer Perigee. Install that version, or name another --state folder.`,
    )
  }
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < version) continue
    db.transaction(() => {
      db.exec(step)
      db.pragma(`user_version = ${index + 1}`)
    })()
  }
  return db
}
