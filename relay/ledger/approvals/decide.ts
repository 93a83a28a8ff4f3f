import { isDeepStrictEqual } from 'node:util'
import type { Actor, DecisionOutcome, DecisionRequest } from '../../../shared/approvals/decision.ts'
import { isDecided } from '../../../shared/approvals/machine.ts'
import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { audit } from '../audit/audit.ts'
import { insertCommand } from '../commands/insert.ts'
import type { Operation } from '../commit/operation.ts'
import { rosterVersion } from '../devices/roster.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { checkDecision } from './check-decision.ts'
import { decisionCommand } from './decision-command.ts'
import { endApproval } from './end.ts'
import { EXPIRED } from './expire.ts'
import { approvalRow, type ApprovalRow } from './view.ts'

const win = statement(
  (slot: {
    approvalId: string
    generation: number
    nonce: string
    digest: string
    at: number
    outcome: 'allowed' | 'denied' | 'answered'
    decisionId: string
    decision: string
    decidedBy: string
  }) =>
    query
      .updateTable('approvals')
      .set({
        outcome: slot.outcome,
        ended_at: slot.at,
        decision_id: slot.decisionId,
        decision: slot.decision,
        decided_by: slot.decidedBy,
      })
      .where('approval_id', '=', slot.approvalId)
      .where('outcome', '=', 'pending')
      .where('generation', '=', slot.generation)
      .where('nonce', '=', slot.nonce)
      .where('digest', '=', slot.digest)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', slot.at)])),
)

const OUTCOME_OF = { allow: 'allowed', deny: 'denied', answer: 'answered' } as const

/**
 * Decides an approval once: one statement picks the winner, and the command and the audit row are written with it.
 * Whoever comes later gets the true state; the same decision sent again gets the same answer again.
 */
export function decide(
  op: Operation,
  orbId: string | null,
  approvalId: string,
  decision: DecisionRequest,
  by: Actor,
  at: number,
  checkedBy?: number,
): DecisionOutcome {
  if (checkedBy !== undefined && rosterVersion(op) !== checkedBy) throw rosterMoved()
  const row = approvalRow(op.store, approvalId)
  if (row === undefined || (orbId !== null && row.orb_id !== orbId))
    return { outcome: 'gone', reason: 'There is no such approval here.' }
  const asked = JSON.parse(row.request) as ApprovalRequest
  if (row.outcome === 'pending' && fits(row, decision)) checkDecision(asked, decision)
  const outcome = OUTCOME_OF[decision.verdict]
  const { decisionId, generation, nonce, digest } = decision
  const texts = { decision: JSON.stringify(decision), decidedBy: JSON.stringify(by) }
  if (op.store.run(win, { approvalId, generation, nonce, digest, at, outcome, decisionId, ...texts }) === 0)
    return truth(op, approvalId, decision, at)
  insertCommand(op, {
    commandId: decisionId,
    orbId: row.orb_id,
    fence: 0,
    by,
    at,
    approvalId,
    command: decisionCommand(asked, decision),
  })
  const detail = { approvalId, threadId: row.thread_id, outcome, by, decision }
  audit(op, { at, kind: 'approval.decided', orbId: row.orb_id, detail })
  op.touched.approvals.add(approvalId)
  op.touched.fleet.add(row.orb_id)
  return { outcome: 'recorded', at, commandId: decisionId }
}

/** So the log holds no decision behind the revocation of its device. */
function rosterMoved(): PerigeeError {
  return new PerigeeError(
    'unavailable',
    'Devices or people changed at this very moment. Nothing was decided; try again.',
  )
}

function fits(row: ApprovalRow, { generation, nonce, digest }: DecisionRequest): boolean {
  return row.generation === generation && row.nonce === nonce && row.digest === digest
}

/** What to tell a decision that did not win. */
function truth(op: Operation, approvalId: string, decision: DecisionRequest, at: number): DecisionOutcome {
  const row = approvalRow(op.store, approvalId)
  if (row === undefined) return { outcome: 'gone', reason: 'There is no such approval here.' }
  if (row.ended_at === null) {
    if (row.expires_at === null || row.expires_at > at) return { outcome: 'changed' }
    endApproval(op, { orbId: row.orb_id, approvalId, outcome: 'expired', at, message: EXPIRED })
    return { outcome: 'expired', at }
  }
  if (isDecided(row.outcome)) return decided(row, row.ended_at, decision)
  if (row.outcome === 'expired') return { outcome: 'expired', at: row.ended_at }
  return { outcome: 'gone', reason: row.message ?? GONE[row.outcome] ?? 'This approval has ended.' }
}

function decided(row: ApprovalRow, at: number, decision: DecisionRequest): DecisionOutcome {
  const won: unknown = row.decision === null ? null : JSON.parse(row.decision)
  if (row.decision_id === decision.decisionId && isDeepStrictEqual(won, decision))
    return { outcome: 'recorded', at, commandId: decision.decisionId }
  const by = row.decided_by === null ? null : (JSON.parse(row.decided_by) as Actor)
  return { outcome: 'already-decided', by, at, result: row.outcome, effect: row.effect }
}

const GONE: Readonly<Record<string, string>> = {
  superseded: 'The agent asked something else instead.',
  withdrawn: 'The agent no longer asks this.',
  void: 'The agent that asked is gone. You can ask it to continue.',
}
