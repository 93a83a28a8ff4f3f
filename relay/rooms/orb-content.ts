import type * as Y from 'yjs'
import { LIMITS } from '../../shared/limits.ts'
import type { WorkspaceReport } from '../../shared/link/reports.ts'
import type { ApprovalView, CommandView, OrbView, QueueReceipt, ThreadView } from '../../shared/rooms/content.ts'
import type { Change, Ledger } from '../ledger/ledger.ts'
import type { Left, RoomContent } from './content.ts'
import { orbTopic } from './feed.ts'
import { KeyedMap } from './keyed-map.ts'
import type { Seen } from './sight.ts'

/**
 * Everything of one orb but its transcripts. For somebody who sees only some threads: the orb's own state, and those
 * threads with what belongs to them; not its workspace, which all threads share.
 */
export function orbContent(ledger: Ledger, orbId: string, seen: Seen): RoomContent {
  const orb = new KeyedMap<OrbView | WorkspaceReport>(['lastActivity'])
  const threads = new KeyedMap<ThreadView>(['head', 'lastActivity'])
  const approvals = new KeyedMap<ApprovalView>()
  const commands = new KeyedMap<CommandView>()
  const receipts = new KeyedMap<QueueReceipt>()

  const shows = (threadId: string | null): boolean => seen === 'all' || (threadId !== null && seen.has(threadId))

  const take = {
    workspace(workspace: WorkspaceReport) {
      if (seen === 'all') orb.set('workspace', workspace)
    },
    thread(thread: ThreadView) {
      if (shows(thread.threadId)) threads.set(thread.threadId, thread)
    },
    approval(approval: ApprovalView) {
      if (shows(approval.request.threadId)) approvals.set(approval.request.approvalId, approval)
    },
    command(command: CommandView, finished: boolean) {
      if (finished) commands.delete(command.commandId)
      else if (shows(command.threadId)) commands.set(command.commandId, command)
    },
    receipt(receipt: QueueReceipt) {
      if (shows(receipt.threadId)) receipts.set(receipt.itemId, receipt)
    },
  }

  const stage = (change: Change): void => {
    switch (change.type) {
      case 'orb':
        orb.set('state', change.orb)
        break
      case 'workspace':
        take.workspace(change.workspace)
        break
      case 'thread':
        take.thread(change.thread)
        break
      case 'approval':
        take.approval(change.approval)
        break
      case 'command':
        take.command(change.command, change.finished)
        break
      case 'receipt':
        take.receipt(change.receipt)
        break
      default:
    }
  }

  return {
    topics: [orbTopic(orbId)],
    async load() {
      const found = await ledger.orb(orbId)
      if (found === null) return false
      orb.set('state', found.orb)
      if (found.workspace !== null) take.workspace(found.workspace)
      found.threads.forEach(take.thread)
      found.approvals.forEach(take.approval)
      for (const command of found.commands) take.command(command, false)
      found.receipts.forEach(take.receipt)
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
