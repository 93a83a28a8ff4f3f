import * as z from 'zod/mini'
import { RosterEntry } from '../devices/roster-entry.ts'
import { Id, Millis, Sha256 } from '../ids.ts'
import { digestOf } from '../json/digest.ts'

/** The previous hash of the first row. */
export const AUDIT_ROOT = '0'.repeat(64)

/** One line of the audit log. */
export const AuditRow = z.object({
  id: z.int().check(z.gte(1)),
  at: Millis,
  kind: z.string(),
  orbId: z.nullable(Id),
  /** Canonical JSON of what happened. */
  detail: z.string(),
  /** SHA-256 of the canonical JSON of {id, at, kind, orbId, detail, previousHash}. */
  hash: Sha256,
  previousHash: Sha256,
})
/** One line of the audit log. */
export type AuditRow = z.infer<typeof AuditRow>

/** GET /api/audit?after=ID&limit=N (an owner, or the local key): rows, oldest first; with the first page the roster. */
export const AuditPage = z.object({ rows: z.array(AuditRow), roster: z.array(RosterEntry) })
/** A page of the audit log. */
export type AuditPage = z.infer<typeof AuditPage>

/** The hash of a row. */
export function auditHash({ id, at, kind, orbId, detail, previousHash }: Omit<AuditRow, 'hash'>): Promise<string> {
  return digestOf({ id, at, kind, orbId, detail, previousHash })
}
