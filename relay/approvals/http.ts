import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DecisionRequest, type DecisionOutcome } from '../../shared/approvals/decision.ts'
import { standingOf } from '../../shared/approvals/signed-decision.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Roster } from '../../shared/devices/roster.ts'
import type { Inbox } from '../../shared/http/api.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { actorOf, deviceOf, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { hasRight } from '../web/rights.ts'

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

/** Ended approvals in an inbox, and how many of the newest are looked through for those that a person may see. */
const ENDED = 30
const ENDED_LOOKED_AT = 300

/** GET /api/approvals: what waits and what was decided lately, as far as this person may see it. */
export async function getInbox(c: RelayContext): Promise<Response> {
  const { pending, ended, titles } = await c.var.services.ledger.inbox(ENDED_LOOKED_AT)
  const isSeen = ({ orbId, request: { threadId } }: ApprovalView): boolean =>
    hasRight(c, 'see', { kind: 'thread', orbId, threadId })
  const approvals = pending.filter(isSeen)
  const receipts = ended.filter(isSeen).slice(0, ENDED)
  const named = new Set([...approvals, ...receipts].map(({ request }) => request.threadId))
  return c.json({
    approvals,
    receipts: receipts.map(asReceipt),
    titles: Object.fromEntries(Object.entries(titles).filter(([threadId]) => named.has(threadId))),
  } satisfies Inbox)
}

/** What a receipt shows of its request. The whole of it has an address of its own. */
function asReceipt(ended: ApprovalView): ApprovalView {
  const { toolCall } = ended.request
  if (toolCall === null) return ended
  return { ...ended, request: { ...ended.request, toolCall: { ...toolCall, content: [], rawInput: null } } }
}

/** GET /api/approvals/:approvalId: the approval as it stands. */
export function getApproval(c: RelayContext): Response {
  return c.json(approvalOf(c))
}

/**
 * POST /api/approvals/:approvalId/decision: decides it, once for all time. Answers after the commit. The device's
 * signature is checked here as its orb will check it again, so that what is recorded is what will count.
 */
export async function postDecision(c: RelayContext): Promise<Response> {
  const request = await readJsonBody(c, DecisionRequest)
  const approval = approvalOf(c)
  const outcome = await decideBy(c, c.var.services.rosters.present, approval, request)
  c.var.services.metrics.decision(outcome.outcome)
  return c.json(outcome, STATUS[outcome.outcome])
}

/** Checks a decision by a roster and records it; once more by the newest where that came in between. */
async function decideBy(
  c: RelayContext,
  roster: Roster | null,
  approval: ApprovalView,
  request: DecisionRequest,
): Promise<DecisionOutcome> {
  const { ledger, rosters, now } = c.var.services
  if (roster === null) return { outcome: 'forbidden', message: 'This relay has no owner yet. Nothing was decided.' }
  const refused = await refusalOf(c, roster, approval, request)
  if (refused !== null) return { outcome: 'forbidden', message: refused }
  const { approvalId } = approval.request
  try {
    return await ledger.decide(approval.orbId, approvalId, request, actorOf(c), now(), roster.version)
  } catch (error) {
    if (rosters.present === roster) throw error
    return decideBy(c, rosters.present, approval, request)
  }
}

/** Why a decision does not count by a roster, or null. */
async function refusalOf(
  c: RelayContext,
  roster: Roster,
  { orbId, request: { approvalId, threadId } }: ApprovalView,
  request: DecisionRequest,
): Promise<string | null> {
  const { ledger, log, now } = c.var.services
  const { deviceId } = deviceOf(c).device
  const account = await ledger.accountOfOrb(orbId)
  const given = { ...request, orbId, approvalId, threadId, deviceId }
  const at = now()
  const standing = await standingOf(roster, given, account, at)
  if (standing.standing === 'counts') return null
  const { reason } = standing
  log.warn({ orbId, approvalId, deviceId, reason }, 'a decision does not count')
  await ledger.noteRefusal({ at, kind: 'decision.refused', orbId, detail: { approvalId, deviceId, reason } })
  return `${standing.message} Nothing was decided.`
}

/** The approval in the path, as it stood when the right to it was asked. */
function approvalOf(c: RelayContext): ApprovalView {
  const { approval } = c.var
  if (approval === undefined) throw new PerigeeError('not-found', 'There is no such approval.')
  return approval
}
