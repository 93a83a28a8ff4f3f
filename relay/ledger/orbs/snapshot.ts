import { LIMITS } from '../../../shared/limits.ts'
import { approvalsOf } from '../approvals/view.ts'
import { listedCommands } from '../commands/view.ts'
import { receiptsOf } from '../commands/queue.ts'
import type { Operation } from '../commit/operation.ts'
import type { OrbSnapshot } from '../ledger.ts'
import { threadsOf } from '../threads/view.ts'
import { orbView, workspaceOf } from './view.ts'

/** Everything that an orb's room begins with, or null where there is no such orb. */
export function orb(op: Operation, orbId: string): OrbSnapshot | null {
  const { store } = op
  const view = orbView(store, orbId)
  if (view === null) return null
  return {
    orb: view,
    workspace: workspaceOf(store, orbId),
    threads: threadsOf(store, orbId),
    approvals: approvalsOf(store, orbId, LIMITS.receipts),
    commands: listedCommands(store, orbId, LIMITS.receipts),
    receipts: receiptsOf(store, orbId, LIMITS.receipts),
  }
}
