import { isDeepStrictEqual } from 'node:util'
import type { Enrolment } from '../../../shared/devices/enrolment.ts'
import type { Actor } from '../../../shared/approvals/decision.ts'
import { audit } from '../audit/audit.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { standingOf } from './orbs.ts'

const insert = statement(
  (slot: {
    enrolmentId: string
    secretHash: string
    orbId: string | null
    generation: number
    signed: string
    expiresAt: number
  }) =>
    query
      .insertInto('enrolments')
      .values({
        enrolment_id: slot.enrolmentId,
        secret_sha256: slot.secretHash,
        orb_id: slot.orbId,
        generation: slot.generation,
        signed: slot.signed,
        expires_at: slot.expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing()),
)

const find = statement((slot: { enrolmentId: string }) =>
  query.selectFrom('enrolments').select('signed').where('enrolment_id', '=', slot.enrolmentId),
)

const spend = statement(
  (slot: { enrolmentId: string; secretHash: string; generation: number; usedBy: string; at: number }) =>
    query
      .updateTable('enrolments')
      .set({ used_at: slot.at, used_by: slot.usedBy })
      .where('enrolment_id', '=', slot.enrolmentId)
      .where('secret_sha256', '=', slot.secretHash)
      .where('generation', '=', slot.generation)
      .where('used_at', 'is', null)
      .where('expires_at', '>', slot.at),
)

const ofNew = statement((slot: { enrolmentId: string }) =>
  query
    .selectFrom('enrolments')
    .select('enrolment_id')
    .where('enrolment_id', '=', slot.enrolmentId)
    .where('orb_id', 'is', null),
)

const ofOrb = statement((slot: { enrolmentId: string; orbId: string }) =>
  query
    .selectFrom('enrolments')
    .select('enrolment_id')
    .where('enrolment_id', '=', slot.enrolmentId)
    .where('orb_id', '=', slot.orbId),
)

/**
 * Keeps a signed enrolment, whose signature the caller has checked, until an orb uses it. The same one again changes
 * nothing; another one under its id or secret is a conflict, and an orb that is not here is gone.
 */
export function addEnrolment(op: Operation, enrolment: Enrolment, by: Actor, at: number): 'kept' | 'conflict' | 'gone' {
  const { enrolmentId, secretHash, orbId, generation, expiresAt } = enrolment
  if (orbId !== null && standingOf(op.store, orbId) === undefined) return 'gone'
  const signed = JSON.stringify(enrolment)
  if (op.store.run(insert, { enrolmentId, secretHash, orbId, generation, signed, expiresAt }) === 0) {
    const before = op.store.first(find, { enrolmentId })
    const same = before !== undefined && isDeepStrictEqual(JSON.parse(before.signed), JSON.parse(signed))
    return same ? 'kept' : 'conflict'
  }
  audit(op, { at, kind: 'enrolment.signed', orbId, detail: { enrolment, by } })
  return 'kept'
}

/**
 * Spends an enrolment, once and in time, for this orb: one that names no orb for an orb that is not `known` here, one
 * that names an orb for just that one. False where it is not to be had.
 */
export function spendEnrolment(
  op: Operation,
  use: {
    readonly enrolmentId: string
    readonly secretHash: string
    readonly orbId: string
    readonly known: boolean
    readonly generation: number
    readonly at: number
  },
): boolean {
  const { enrolmentId, secretHash, orbId, known, generation, at } = use
  const meant = known ? op.store.first(ofOrb, { enrolmentId, orbId }) : op.store.first(ofNew, { enrolmentId })
  if (meant === undefined) return false
  return op.store.run(spend, { enrolmentId, secretHash, generation, usedBy: orbId, at }) === 1
}
