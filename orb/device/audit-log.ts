import { AuditPage, type AuditRow } from '../../shared/audit/audit.ts'
import { ROSTER_ENTRY } from '../../shared/audit/details.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import { localAuthorization, readLocalKey } from '../keys/local-key.ts'
import { readOwnDevice } from './device-file.ts'
import { RelayClient } from './relay-client.ts'
import { askRelay, readAnswer } from './relay-request.ts'

const PAGE_ROWS = 500

/** An audit log with the roster that its decisions stand on. */
export interface AuditLog {
  readonly roster: readonly RosterEntry[]
  readonly rows: readonly AuditRow[]
}

/** Asks a relay for one page of its log. */
export type AuditSource = (path: string) => Promise<AuditPage>

/**
 * Where the log comes from: the relay of this command line's device, or, without one, the relay on this machine with
 * its local key.
 * @throws PerigeeError where there is neither
 */
export async function auditSource(home: string, relayState: string, localRelay: string): Promise<AuditSource> {
  const device = await readOwnDevice(home)
  if (device !== null) return (path) => new RelayClient(device).get(path, AuditPage)
  const key = readLocalKey(relayState)
  if (key === null) {
    throw new PerigeeError(
      'not-found',
      `This command line is no device, and ${relayState} holds no relay's key. Name the relay's folder with --state.`,
    )
  }
  return async (path) => {
    // The local proof covers the path without its query.
    const authorization = localAuthorization(key, 'GET', new URL(path, localRelay).pathname, Date.now())
    return readAnswer(await askRelay(localRelay, { method: 'GET', path, body: null, authorization }), AuditPage)
  }
}

/**
 * The whole log, page by page, with the roster that belongs to it, also where both grow meanwhile.
 * @throws PerigeeError where its ids do not rise: it would never end
 */
export async function readAuditLog(source: AuditSource): Promise<AuditLog> {
  const rows: AuditRow[] = []
  await readOn(source, rows)
  for (;;) {
    const { roster } = await source('/api/audit?after=0&limit=1')
    const later = await readOn(source, rows)
    // What came in between may have changed the roster after it was read.
    if (!later.some(({ kind }) => kind === ROSTER_ENTRY)) return { roster, rows }
  }
}

/** Adds the rows after the last one, and gives those alone. */
async function readOn(source: AuditSource, rows: AuditRow[]): Promise<readonly AuditRow[]> {
  const from = rows.length
  for (;;) {
    const after = rows.at(-1)?.id ?? 0
    const page = await source(`/api/audit?after=${after}&limit=${PAGE_ROWS}`)
    const last = page.rows.at(-1)
    if (last === undefined) return rows.slice(from)
    if (last.id <= after)
      throw new PerigeeError('conflict', 'The relay shows rows of its log again. The log does not hold.')
    rows.push(...page.rows)
  }
}
