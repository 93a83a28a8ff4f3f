import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { endApproval } from './end.ts'
import { isOf } from './view.ts'

const insert = statement(
  (slot: {
    approvalId: string
    orbId: string
    threadId: string
    generation: number
    nonce: string
    digest: string
    request: string
    expiresAt: number | null
    stream: string
    seq: number
  }) =>
    query
      .insertInto('approvals')
      .values({
        approval_id: slot.approvalId,
        orb_id: slot.orbId,
        thread_id: slot.threadId,
        generation: slot.generation,
        nonce: slot.nonce,
        digest: slot.digest,
        request: slot.request,
        expires_at: slot.expiresAt,
        raised_stream: slot.stream,
        raised_seq: slot.seq,
        outcome: 'pending',
        effect: 'none',
      })
      // Asked again under the same id while it waits: the newer question stands, and answers to the older no longer fit.
      .onConflict((conflict) =>
        conflict
          .column('approval_id')
          .doUpdateSet(({ ref }) => ({
            generation: ref('excluded.generation'),
            nonce: ref('excluded.nonce'),
            digest: ref('excluded.digest'),
            request: ref('excluded.request'),
            expires_at: ref('excluded.expires_at'),
            raised_stream: ref('excluded.raised_stream'),
            raised_seq: ref('excluded.raised_seq'),
          }))
          .where('approvals.ended_at', 'is', null)
          .whereRef('approvals.orb_id', '=', 'excluded.orb_id')
          .whereRef('approvals.thread_id', '=', 'excluded.thread_id')
          .whereRef('approvals.nonce', '<>', 'excluded.nonce'),
      ),
)

/** Where a raise came from. `generation` is the orb's present one, `at` the relay's clock. */
export interface RaisedBy {
  readonly orbId: string
  readonly generation: number
  readonly stream: string
  readonly seq: number
  readonly at: number
}

/** Takes over a question that blocks the agent. False where it cannot be this orb's to ask now. */
export function raiseApproval(op: Operation, by: RaisedBy, request: ApprovalRequest): boolean {
  if (request.generation > by.generation) return false
  const { approvalId, threadId, generation, nonce, digest, expiresAt } = request
  const { orbId, stream, seq } = by
  const raised = { approvalId, orbId, threadId, generation, nonce, digest, expiresAt, stream, seq }
  if (op.store.run(insert, { ...raised, request: JSON.stringify(request) }) === 0)
    return isOf(op.store, orbId, approvalId)
  op.touched.approvals.add(approvalId)
  op.touched.fleet.add(orbId)
  // A spool may still hold what an earlier generation asked: nobody waits for that answer any more.
  if (generation < by.generation)
    endApproval(op, { orbId, approvalId, outcome: 'void', at: by.at, message: 'The agent that asked is gone.' })
  return true
}
