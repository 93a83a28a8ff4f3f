import { createHash } from 'node:crypto'
import { AUDIT_ROOT, type AuditRow } from '../../../shared/audit/audit.ts'
import { canonicalJson, wellFormed } from '../../../shared/json/canonical.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { Refusal } from '../ledger.ts'
import { statement } from '../store/statement.ts'

/** Something that must be provable later. */
export interface AuditEntry {
  readonly at: number
  readonly kind: string
  readonly orbId: string | null
  readonly detail: object
}

const newest = statement((_: object) => query.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1))

const insert = statement((slot: AuditRow) =>
  query.insertInto('audit').values({
    id: slot.id,
    at: slot.at,
    kind: slot.kind,
    orb_id: slot.orbId,
    detail: slot.detail,
    hash: slot.hash,
    previous_hash: slot.previousHash,
  }),
)

const page = statement((slot: { afterId: number; limit: number }) =>
  query
    .selectFrom('audit')
    .select(['id', 'at', 'kind', 'orb_id as orbId', 'detail', 'hash', 'previous_hash as previousHash'])
    .where('id', '>', slot.afterId)
    .orderBy('id')
    .limit(slot.limit),
)

/** The hash of a row: SHA-256 of the canonical JSON of {id, at, kind, orbId, detail, previousHash}. */
export function auditHash(row: Omit<AuditRow, 'hash'>): string {
  const { id, at, kind, orbId, detail, previousHash } = row
  return createHash('sha256').update(canonicalJson({ id, at, kind, orbId, detail, previousHash })).digest('hex')
}

/** Adds a row to the chain. Two rows can never follow the same one: their previous hash is unique. */
export function audit(op: Operation, { at, kind, orbId, detail }: AuditEntry): void {
  const last = op.store.first(newest, {}) ?? { id: 0, hash: AUDIT_ROOT }
  const row = { id: last.id + 1, at, kind, orbId, detail: canonicalJson(cleaned(detail)), previousHash: last.hash }
  op.store.run(insert, { ...row, hash: auditHash(row) })
}

/** Writes down what was refused. */
export function noteRefusal(op: Operation, refusal: Refusal): void {
  audit(op, refusal)
}

/** Rows after an id, oldest first. */
export function auditRows(op: Operation, afterId: number, limit: number): AuditRow[] {
  return op.store.all(page, { afterId, limit })
}

/** Names and messages come from outside and may hold lone surrogates, which canonical JSON refuses. */
function cleaned(detail: object): unknown {
  const text = JSON.stringify(detail, (_key, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value))
  return JSON.parse(text) as unknown
}
