/**
 * What an orb says of whom it believes, its removal, the enrolments that let orbs in, notes of scripts, and the threads
 * that blobs belong to. A removed orb keeps its row, so that its events stay what they were and its id is never
 * another's. A blob may be here before the first event of its thread, so `blob_threads` does not refer to that one's row.
 */
export const orbs = `
ALTER TABLE orbs ADD COLUMN account TEXT;
ALTER TABLE orbs ADD COLUMN roster TEXT;
ALTER TABLE orbs ADD COLUMN removed_at INTEGER CHECK (removed_at IS NULL OR link IS NULL);

CREATE TABLE enrolments (
  enrolment_id TEXT PRIMARY KEY,
  secret_sha256 TEXT NOT NULL UNIQUE,
  orb_id TEXT REFERENCES orbs,
  generation INTEGER NOT NULL CHECK (generation >= 1),
  signed TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  used_by TEXT REFERENCES orbs DEFERRABLE INITIALLY DEFERRED,
  CHECK ((used_at IS NULL) = (used_by IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE note_tokens (
  token_id TEXT PRIMARY KEY,
  orb_id TEXT NOT NULL REFERENCES orbs,
  thread_id TEXT NOT NULL REFERENCES threads (thread_id),
  name TEXT NOT NULL,
  token_sha256 TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX note_tokens_of_orb ON note_tokens (orb_id) WHERE revoked_at IS NULL;

CREATE TABLE notes (
  token_id TEXT NOT NULL REFERENCES note_tokens,
  note_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (token_id, note_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE blob_threads (
  orb_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  thread_id TEXT NOT NULL,
  PRIMARY KEY (orb_id, sha256, thread_id),
  FOREIGN KEY (orb_id, sha256) REFERENCES blobs
) STRICT, WITHOUT ROWID;
`
