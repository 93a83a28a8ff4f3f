/**
 * The tables of the loop: orbs and their streams, threads, the event log, approvals, commands, desks and devices.
 *
 * `events` has no key but its number: a second index on the way of every token costs six to ten times the rate.
 * `entries` gets one row per entry and carries the order in which pages are read.
 */
export const loop = `
CREATE TABLE ledger_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE orbs (
  orb_id TEXT PRIMARY KEY,
  key TEXT NOT NULL,
  generation INTEGER NOT NULL CHECK (generation >= 1),
  fence INTEGER NOT NULL DEFAULT 0 CHECK (fence >= 0),
  link TEXT,
  away_since INTEGER,
  last_cmd_seq INTEGER NOT NULL DEFAULT 0 CHECK (last_cmd_seq >= 0),
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  message TEXT,
  isolation TEXT NOT NULL,
  harness_name TEXT NOT NULL,
  harness_version TEXT NOT NULL,
  workspace TEXT NOT NULL,
  workspace_report TEXT,
  activity TEXT,
  last_activity INTEGER NOT NULL,
  newest_thread_id TEXT,
  ended_thread_id TEXT,
  ended_run_id TEXT,
  CHECK ((link IS NULL) = (away_since IS NOT NULL))
) STRICT;

CREATE TABLE streams (
  orb_id TEXT NOT NULL REFERENCES orbs,
  stream TEXT NOT NULL,
  acked INTEGER NOT NULL CHECK (acked >= 0),
  PRIMARY KEY (orb_id, stream)
) STRICT, WITHOUT ROWID;

CREATE TABLE threads (
  number INTEGER PRIMARY KEY,
  thread_id TEXT NOT NULL UNIQUE,
  orb_id TEXT NOT NULL REFERENCES orbs,
  parent_thread_id TEXT,
  head INTEGER NOT NULL DEFAULT 0 CHECK (head >= 0),
  title TEXT,
  title_by_person TEXT,
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  queue_held INTEGER NOT NULL DEFAULT 0 CHECK (queue_held IN (0, 1)),
  created_at INTEGER NOT NULL,
  last_activity INTEGER NOT NULL,
  run_id TEXT,
  meta TEXT
) STRICT;
CREATE INDEX threads_of_orb ON threads (orb_id, number);

CREATE TABLE runs (
  thread_id TEXT NOT NULL REFERENCES threads (thread_id),
  run_id TEXT NOT NULL,
  orb_id TEXT NOT NULL REFERENCES orbs,
  generation INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'ended')),
  command_id TEXT,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  stop_reason TEXT,
  message TEXT,
  PRIMARY KEY (thread_id, run_id),
  CHECK ((state = 'running') = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_going_on ON runs (orb_id) WHERE ended_at IS NULL;

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  orb_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  seq INTEGER NOT NULL,
  thread_id TEXT,
  position INTEGER,
  entry_id TEXT,
  op TEXT,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  prev INTEGER,
  json TEXT NOT NULL
) STRICT;

CREATE TABLE entries (
  thread_id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  entry_id TEXT NOT NULL,
  run_id TEXT,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  first_log_id INTEGER NOT NULL,
  last_log_id INTEGER NOT NULL,
  last_position INTEGER NOT NULL,
  closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
  bytes INTEGER NOT NULL,
  PRIMARY KEY (thread_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entries_by_id ON entries (thread_id, entry_id);

CREATE TABLE approvals (
  number INTEGER PRIMARY KEY,
  approval_id TEXT NOT NULL UNIQUE,
  orb_id TEXT NOT NULL REFERENCES orbs,
  thread_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  nonce TEXT NOT NULL,
  digest TEXT NOT NULL,
  request TEXT NOT NULL,
  expires_at INTEGER,
  raised_stream TEXT NOT NULL,
  raised_seq INTEGER NOT NULL,
  outcome TEXT NOT NULL
    CHECK (outcome IN ('pending', 'allowed', 'denied', 'answered', 'expired', 'superseded', 'withdrawn', 'void')),
  effect TEXT NOT NULL
    CHECK (effect IN ('none', 'delivered', 'applied', 'undeliverable', 'unknown', 'bypassed')),
  decision_id TEXT UNIQUE,
  decision TEXT,
  decided_by TEXT,
  ended_at INTEGER,
  message TEXT,
  CHECK ((outcome = 'pending') = (ended_at IS NULL)),
  CHECK ((outcome IN ('allowed', 'denied', 'answered')) = (decision_id IS NOT NULL)),
  CHECK (outcome <> 'pending' OR effect = 'none')
) STRICT;
CREATE INDEX approvals_of_orb ON approvals (orb_id, number);
CREATE INDEX approvals_pending ON approvals (orb_id, number) WHERE ended_at IS NULL;
CREATE INDEX approvals_due ON approvals (expires_at) WHERE ended_at IS NULL AND expires_at IS NOT NULL;

CREATE TABLE commands (
  command_id TEXT PRIMARY KEY,
  orb_id TEXT NOT NULL REFERENCES orbs,
  cmd_seq INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  kind TEXT NOT NULL,
  thread_id TEXT,
  body TEXT NOT NULL,
  at INTEGER NOT NULL,
  "by" TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('recorded', 'delivered', 'applied', 'refused', 'undeliverable', 'unknown')),
  message TEXT,
  approval_id TEXT REFERENCES approvals (approval_id),
  finished INTEGER NOT NULL GENERATED ALWAYS AS (state NOT IN ('recorded', 'delivered')) VIRTUAL,
  listed INTEGER NOT NULL GENERATED ALWAYS AS (state <> 'applied') VIRTUAL,
  UNIQUE (orb_id, cmd_seq)
) STRICT;
CREATE INDEX commands_unfinished ON commands (orb_id, cmd_seq) WHERE finished = 0;
CREATE INDEX commands_listed ON commands (orb_id, cmd_seq) WHERE listed = 1;

CREATE TABLE receipts (
  number INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL UNIQUE REFERENCES commands (command_id),
  orb_id TEXT NOT NULL REFERENCES orbs,
  thread_id TEXT NOT NULL,
  taken_at INTEGER NOT NULL,
  text_sha256 TEXT NOT NULL
) STRICT;
CREATE INDEX receipts_of_orb ON receipts (orb_id, number);

CREATE TABLE desk_updates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  orb_id TEXT NOT NULL REFERENCES orbs,
  device_id TEXT,
  at INTEGER NOT NULL,
  state BLOB NOT NULL
) STRICT;
CREATE INDEX desk_updates_of_orb ON desk_updates (orb_id, id);

CREATE TABLE desk_clients (
  orb_id TEXT NOT NULL REFERENCES orbs,
  client INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  PRIMARY KEY (orb_id, client)
) STRICT, WITHOUT ROWID;

CREATE TABLE devices (
  device_id TEXT PRIMARY KEY,
  device_name TEXT NOT NULL,
  person_id TEXT NOT NULL,
  person_name TEXT NOT NULL,
  token_sha256 TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;

CREATE TABLE start_links (
  secret_sha256 TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  device_id TEXT REFERENCES devices DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE TABLE incarnations (incarnation INTEGER PRIMARY KEY, room TEXT NOT NULL) STRICT;

CREATE TABLE blobs (
  orb_id TEXT NOT NULL REFERENCES orbs,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (orb_id, sha256)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  orb_id TEXT,
  detail TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  previous_hash TEXT NOT NULL UNIQUE
) STRICT;
`
