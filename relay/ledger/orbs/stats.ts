import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { LedgerStats } from '../ledger.ts'
import { statement } from '../store/statement.ts'
import { newestLogId } from '../transcripts/log.ts'

const countOrbs = statement((_: object) =>
  query
    .selectFrom('orbs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null),
)

const countPending = statement((_: object) =>
  query
    .selectFrom('approvals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null),
)

/** Figures for /metrics and /healthz. The log has no holes, so its newest number is its length. */
export function stats(op: Operation): LedgerStats {
  return {
    events: newestLogId(op.store),
    orbs: op.store.first(countOrbs, {})?.count ?? 0,
    pendingApprovals: op.store.first(countPending, {})?.count ?? 0,
    bytes: op.space.usedBytes(),
    storageFull: op.space.refusesEvents(),
    commits: op.commits,
  }
}
