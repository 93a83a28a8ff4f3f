import { newId } from '../shared/ids.ts'
import { jsonBytes } from '../shared/json/digest.ts'
import type { ApprovalBook } from './approvals/approval-book.ts'
import type { CommandBook } from './commands/command-book.ts'
import { isDecision } from './commands/executor.ts'
import type { OrbStore } from './spool/orb-store.ts'
import type { RunBook } from './threads/run-book.ts'
import { closeLeftOpen } from './transcripts/recovery.ts'

/**
 * Says what became of everything that an earlier runner of this orb left unfinished, before anything new begins: its
 * harness is gone, so approvals are void and runs interrupted; a command whose intent was stored may have been carried
 * out or not, and is never sent again.
 */
export function recover(store: OrbStore, approvals: ApprovalBook, commands: CommandBook, runs: RunBook): void {
  const { spool, report } = store
  for (const { commandId, command } of commands.intended()) {
    const message = 'The runner was ended while this was on its way to the agent. Whether it arrived is not known.'
    commands.finish(commandId, 'unknown', message)
    if (!isDecision(command)) continue
    const { approvalId } = command
    report({ name: 'decision.effect', approvalId, commandId, effect: 'unknown', message })
  }
  approvals.voidLeftOpen()
  closeLeftOpen(store.db, store.journal, spool)
  for (const run of runs.left()) {
    const message = 'The runner was ended during this run, and the agent with it. A new prompt goes on from here.'
    const body = { text: message, level: 'error' }
    const place = { threadId: run.threadId, runId: run.runId, entryId: newId() }
    spool.append({
      at: Date.now(),
      ...place,
      op: 'close',
      kind: 'notice',
      bytes: jsonBytes(body),
      facets: { text: message },
      body,
    })
    runs.end(run, { stopReason: 'interrupted', message })
  }
  store.journal.commit()
}
