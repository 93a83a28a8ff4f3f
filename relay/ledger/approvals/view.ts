import type { Actor, DecisionRequest } from '../../../shared/approvals/decision.ts'
import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import type { ApprovalView } from '../../../shared/rooms/content.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { ApprovalTable } from '../schema/tables.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import { threadTitle } from '../threads/view.ts'

const one = statement((slot: { approvalId: string }) =>
  query.selectFrom('approvals').selectAll().where('approval_id', '=', slot.approvalId),
)

const pending = statement((slot: { orbId: string }) =>
  query
    .selectFrom('approvals')
    .selectAll()
    .where('orb_id', '=', slot.orbId)
    .where('ended_at', 'is', null)
    .orderBy('number'),
)

const allPending = statement((_: object) =>
  query.selectFrom('approvals').selectAll().where('ended_at', 'is', null).orderBy('number'),
)

const allEnded = statement((slot: { limit: number }) =>
  query
    .selectFrom('approvals')
    .selectAll()
    .where('ended_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(slot.limit),
)

const newestEnded = statement((slot: { orbId: string; limit: number }) =>
  query
    .selectFrom('approvals')
    .selectAll()
    .where('orb_id', '=', slot.orbId)
    .where('ended_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(slot.limit),
)

/** A row of `approvals` as it is read. */
export type ApprovalRow = Omit<ApprovalTable, 'number'> & { readonly number: number }

/** The row of an approval, or undefined. */
export function approvalRow(store: Store, approvalId: string): ApprovalRow | undefined {
  return store.first(one, { approvalId })
}

/** True where there is such an approval and it is this orb's. */
export function isOf(store: Store, orbId: string, approvalId: string): boolean {
  return approvalRow(store, approvalId)?.orb_id === orbId
}

/** An approval as it stands, or null where there is none of that id. */
export function approvalView(store: Store, approvalId: string): ApprovalView | null {
  const row = approvalRow(store, approvalId)
  return row === undefined ? null : view(row)
}

/** Every pending approval of an orb and the newest ended ones, in the order in which they were raised. */
export function approvalsOf(store: Store, orbId: string, endedLimit: number): ApprovalView[] {
  const rows = [...store.all(pending, { orbId }), ...store.all(newestEnded, { orbId, limit: endedLimit })]
  return rows.sort((a, b) => a.number - b.number).map(view)
}

/** One approval by its id, or null. */
export function approval(op: Operation, approvalId: string): ApprovalView | null {
  return approvalView(op.store, approvalId)
}

/** What waits over all orbs, and what has ended lately, with the titles of their threads. */
export interface InboxRows {
  /** The oldest first. */
  readonly pending: readonly ApprovalView[]
  /** The newest first, as they were raised. */
  readonly ended: readonly ApprovalView[]
  readonly titles: Readonly<Record<string, string>>
}

/** Everything that waits for an answer, and up to `endedLimit` that have ended. */
export function inbox({ store }: Operation, endedLimit: number): InboxRows {
  const waiting = store.all(allPending, {}).map(view)
  const ended = store.all(allEnded, { limit: endedLimit }).map(view)
  const threadIds = new Set([...waiting, ...ended].map(({ request }) => request.threadId))
  const titles = [...threadIds].map((threadId) => [threadId, threadTitle(store, threadId)] as const)
  return { pending: waiting, ended, titles: Object.fromEntries(titles) }
}

/** Those of the time before devices had keys are unsigned. */
type KeptDecision = Omit<DecisionRequest, 'signature'> & { readonly signature: string | null }

function view(row: ApprovalRow): ApprovalView {
  const decision = row.decision === null ? null : (JSON.parse(row.decision) as KeptDecision)
  return {
    request: JSON.parse(row.request) as ApprovalRequest,
    orbId: row.orb_id,
    outcome: row.outcome,
    effect: row.effect,
    decidedBy: row.decided_by === null ? null : (JSON.parse(row.decided_by) as Actor),
    endedAt: row.ended_at,
    verdict: decision?.verdict ?? null,
    optionId: decision?.optionId ?? null,
    reason: decision?.content.reason ?? null,
    answer: decision?.content.answer ?? null,
    message: row.message,
    signed: decision !== null && decision.signature !== null,
  }
}
