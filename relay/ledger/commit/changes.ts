import { approvalView } from '../approvals/view.ts'
import { commandView } from '../commands/view.ts'
import type { Change } from '../ledger.ts'
import { fleetOrb, orbView, workspaceOf } from '../orbs/view.ts'
import type { Store } from '../store/store.ts'
import { threadView } from '../threads/view.ts'
import type { Touched } from './touched.ts'

/** What the feed says of a commit: events in order, then every touched view once, then what links have to deliver. */
export function changesOf(store: Store, touched: Touched): Change[] {
  const changes: Change[] = touched.entries.map((entry) => ({ type: 'entry' as const, ...entry }))
  for (const orbId of touched.orbs) push(changes, orbView(store, orbId), (orb) => ({ type: 'orb', orb }))
  for (const orbId of touched.workspaces)
    push(changes, workspaceOf(store, orbId), (workspace) => ({ type: 'workspace', orbId, workspace }))
  for (const threadId of touched.threads)
    push(changes, threadView(store, threadId), ({ orbId, thread }) => ({ type: 'thread', orbId, thread }))
  for (const approvalId of touched.approvals)
    push(changes, approvalView(store, approvalId), (approval) => ({ type: 'approval', approval }))
  for (const commandId of touched.commands)
    push(changes, commandView(store, commandId), ({ orbId, command }) => ({
      type: 'command',
      orbId,
      command,
      finished: command.state === 'applied',
    }))
  for (const orbId of touched.fleet) push(changes, fleetOrb(store, orbId), (orb) => ({ type: 'fleet', orb }))
  for (const orbId of touched.removed) changes.push({ type: 'removed', orbId })
  for (const { orbId, receipt } of touched.receipts) changes.push({ type: 'receipt', orbId, receipt })
  for (const { orbId, command } of touched.deliver) changes.push({ type: 'deliver', orbId, command })
  return changes
}

function push<T>(changes: Change[], view: T | null, change: (view: T) => Change): void {
  if (view !== null) changes.push(change(view))
}
