import * as z from 'zod/mini'
import { AuditRow } from '../../shared/audit/audit.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { RosterEntry } from '../../shared/devices/roster-entry.ts'
import type { AuditLog } from './audit-log.ts'
import { jsonLine } from './terminal-text.ts'

/** A line of an exported log: an entry of the roster (these come first), or a row of the log. */
const AuditLine = z.union([z.object({ entry: RosterEntry }), z.object({ row: AuditRow })])

/** A log as JSON lines. */
export function* writeAuditLines({ roster, rows }: AuditLog): Generator<string> {
  for (const entry of roster) yield jsonLine({ entry })
  for (const row of rows) yield jsonLine({ row })
}

/**
 * Reads an exported log.
 * @throws PerigeeError that names the first line that is none of a log
 */
export function readAuditLines(text: string): AuditLog {
  const log = { roster: [] as RosterEntry[], rows: [] as AuditRow[] }
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = AuditLine.safeParse(parse(line))
    if (!read.success) throw new PerigeeError('bad-request', `Line ${at + 1} is no line of an exported log.`)
    if ('entry' in read.data) log.roster.push(read.data.entry)
    else log.rows.push(read.data.row)
  }
  return log
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
