import type * as Y from 'yjs'
import { LIMITS } from '../../shared/limits.ts'
import type { WorkspaceReport } from '../../shared/link/reports.ts'
import type { ApprovalView, CommandView, OrbView, QueueReceipt, ThreadView } from '../../shared/rooms/content.ts'
import type { Change, Ledger } from '../ledger/ledger.ts'
import type { Left, RoomContent } from './content.ts'
import { KeyedMap } from './keyed-map.ts'

/** Everything of one orb but its transcripts. */
export function orbContent(ledger: Ledger, orbId: string): RoomContent {
  const orb = new KeyedMap<OrbView | WorkspaceReport>(['lastActivity'])
  const threads = new KeyedMap<ThreadView>(['head', 'lastActivity'])
  const approvals = new KeyedMap<ApprovalView>()
  const commands = new KeyedMap<CommandView>()
  const receipts = new KeyedMap<QueueReceipt>()

  const stage = (change: Change): void => {
    switch (change.type) {
      case 'orb':
        orb.set('state', change.orb)
        break
      case 'workspace':
        orb.set('workspace', change.workspace)
        break
      case 'thread':
        threads.set(change.thread.threadId, change.thread)
        break
      case 'approval':
        approvals.set(change.approval.request.approvalId, change.approval)
        break
      case 'command':
        if (change.finished) commands.delete(change.command.commandId)
        else commands.set(change.command.commandId, change.command)
        break
      case 'receipt':
        receipts.set(change.receipt.itemId, change.receipt)
        break
      default:
    }
  }

  return {
    async load() {
      const found = await ledger.orb(orbId)
      if (found === null) return false
      orb.set('state', found.orb)
      if (found.workspace !== null) orb.set('workspace', found.workspace)
      for (const thread of found.threads) threads.set(thread.threadId, thread)
      for (const approval of found.approvals) approvals.set(approval.request.approvalId, approval)
      for (const command of found.commands) commands.set(command.commandId, command)
      for (const receipt of found.receipts) receipts.set(receipt.itemId, receipt)
      return true
    },
    stage,
    write(doc: Y.Doc, settle: boolean): Left {
      approvals.keepNewest(
        LIMITS.receipts,
        (approval) => approval.outcome !== 'pending',
        (approval) => approval.endedAt ?? 0,
      )
      commands.keepNewest(
        LIMITS.receipts,
        (command) => command.state !== 'recorded' && command.state !== 'delivered',
        (command) => command.cmdSeq,
      )
      receipts.keepNewest(
        LIMITS.receipts,
        () => true,
        (receipt) => receipt.takenAt,
      )
      const waits = [
        orb.write(doc.getMap('orb'), settle),
        threads.write(doc.getMap('threads'), settle),
        approvals.write(doc.getMap('approvals'), settle),
        commands.write(doc.getMap('commands'), settle),
        receipts.write(doc.getMap('receipts'), settle),
      ]
      return waits.includes(true) ? 'later' : 'nothing'
    },
  }
}
