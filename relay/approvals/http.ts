import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DecisionRequest, type DecisionOutcome } from '../../shared/approvals/decision.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { actorOf, idParam, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'

/** Each outcome is a true answer with a body of its own; the status only sorts it for tools. */
const STATUS: Readonly<Record<DecisionOutcome['outcome'], ContentfulStatusCode>> = {
  recorded: 200,
  'already-decided': 409,
  changed: 409,
  expired: 410,
  gone: 410,
  forbidden: 403,
  'step-up-required': 403,
}

/** GET /api/approvals/:approvalId: the approval as it stands. */
export async function getApproval(c: RelayContext): Promise<Response> {
  const approval = await c.var.services.ledger.approval(idParam(c, 'approvalId'))
  if (approval === null) throw new PerigeeError('not-found', 'There is no such approval.')
  return c.json(approval)
}

/** POST /api/approvals/:approvalId/decision: decides it, once for all time. Answers after the commit. */
export async function postDecision(c: RelayContext): Promise<Response> {
  const { ledger, metrics, now } = c.var.services
  const approvalId = idParam(c, 'approvalId')
  const request = await readJsonBody(c, DecisionRequest)
  const outcome = await ledger.decide(null, approvalId, request, actorOf(c), now())
  metrics.decision(outcome.outcome)
  return c.json(outcome, STATUS[outcome.outcome])
}
