/**
 * Devices with keys of their own: the roster, sessions, and invitations. Devices that a start link made have no key, so
 * they count no more; their rows stay, since desks name who wrote something.
 */
export const devices = `
DROP TABLE start_links;

CREATE TABLE keyed_devices (
  device_id TEXT PRIMARY KEY,
  device_name TEXT NOT NULL,
  person_id TEXT NOT NULL,
  person_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  removed_at INTEGER,
  last_seen_at INTEGER,
  address TEXT
) STRICT;
INSERT INTO keyed_devices (device_id, device_name, person_id, person_name, created_at, removed_at)
  SELECT device_id, device_name, person_id, person_name, created_at, coalesce(removed_at, unixepoch() * 1000)
  FROM devices;
DROP TABLE devices;
ALTER TABLE keyed_devices RENAME TO devices;

CREATE TABLE roster (
  version INTEGER PRIMARY KEY CHECK (version >= 0),
  hash TEXT NOT NULL UNIQUE,
  previous_hash TEXT UNIQUE,
  entry TEXT NOT NULL,
  at INTEGER NOT NULL,
  CHECK ((version = 0) = (previous_hash IS NULL))
) STRICT;

CREATE TABLE sessions (
  token_sha256 TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES devices,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_device ON sessions (device_id);
CREATE INDEX sessions_due ON sessions (expires_at);

CREATE TABLE invitations (
  invitation_id TEXT PRIMARY KEY,
  by_device TEXT NOT NULL REFERENCES devices,
  ticket_hash TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  wrong_codes INTEGER NOT NULL DEFAULT 0 CHECK (wrong_codes >= 0),
  owner_commit TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('open', 'requested', 'revealed', 'answered', 'confirmed', 'burned', 'expired')),
  expires_at INTEGER NOT NULL,
  token_sha256 TEXT UNIQUE,
  request TEXT,
  owner_nonce TEXT,
  new_nonce TEXT,
  CHECK ((token_sha256 IS NULL) = (request IS NULL)),
  CHECK (state NOT IN ('requested', 'revealed', 'answered', 'confirmed') OR request IS NOT NULL),
  CHECK (state NOT IN ('revealed', 'answered', 'confirmed') OR owner_nonce IS NOT NULL),
  CHECK (state NOT IN ('answered', 'confirmed') OR new_nonce IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX invitations_open ON invitations (code_hash) WHERE state = 'open';
CREATE INDEX invitations_due ON invitations (expires_at) WHERE state IN ('open', 'requested', 'revealed', 'answered');
CREATE INDEX invitations_of_device ON invitations (by_device);
`
