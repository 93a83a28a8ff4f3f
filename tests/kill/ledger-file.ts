import Database from 'better-sqlite3'
import { join } from 'node:path'

/** An event as the relay's file holds it. */
export interface LedgerEvent {
  readonly id: number
  readonly stream: string
  readonly seq: number
  readonly threadId: string | null
  readonly position: number | null
  readonly json: string
}

/** An approval as the relay's file holds it. */
export interface LedgerApproval {
  readonly approvalId: string
  readonly threadId: string
  readonly outcome: string
  readonly effect: string
  readonly decisionId: string | null
}

/** A command as the relay's file holds it. */
export interface LedgerCommand {
  readonly commandId: string
  readonly kind: string
  readonly state: string
}

/** The relay's ledger, read from outside while it runs, or while it lies as a crash left it. */
export interface LedgerFile {
  events(orbId: string, afterId: number): LedgerEvent[]
  /** Rows of the log, and how many different (stream, seq) are among them. */
  counts(orbId: string): { readonly rows: number; readonly distinct: number }
  acked(orbId: string, stream: string): number
  heads(orbId: string): ReadonlyMap<string, number>
  openEntries(threadId: string): number
  approvals(orbId: string): LedgerApproval[]
  command(commandId: string): LedgerCommand | null
  runsGoingOn(orbId: string): number
  /** Decisions that the audit log names. */
  auditedDecisions(orbId: string): number
  close(): void
}

/** Opens the ledger of a state folder read-only. */
export function openLedgerFile(state: string): LedgerFile {
  const db = new Database(join(state, 'relay', 'ledger.sqlite'), { readonly: true, fileMustExist: true })
  const events = db.prepare<[string, number], LedgerEvent>(
    `SELECT id, stream, seq, thread_id AS threadId, position, json FROM events WHERE orb_id = ? AND id > ? ORDER BY id`,
  )
  const counts = db.prepare<[string], { rows: number; distinct: number }>(
    `SELECT count(*) AS rows, count(DISTINCT stream || '/' || seq) AS "distinct" FROM events WHERE orb_id = ?`,
  )
  const acked = db.prepare<[string, string], { acked: number }>(
    'SELECT acked FROM streams WHERE orb_id = ? AND stream = ?',
  )
  const heads = db.prepare<[string], { threadId: string; head: number }>(
    'SELECT thread_id AS threadId, head FROM threads WHERE orb_id = ?',
  )
  const open = db.prepare<[string], { open: number }>(
    'SELECT count(*) AS open FROM entries WHERE thread_id = ? AND closed = 0',
  )
  const approvals = db.prepare<[string], LedgerApproval>(
    `SELECT approval_id AS approvalId, thread_id AS threadId, outcome, effect, decision_id AS decisionId
     FROM approvals WHERE orb_id = ? ORDER BY number`,
  )
  const command = db.prepare<[string], LedgerCommand>(
    'SELECT command_id AS commandId, kind, state FROM commands WHERE command_id = ?',
  )
  const run = db.prepare<[string], { running: number }>(
    `SELECT count(*) AS running FROM runs WHERE orb_id = ? AND state = 'running'`,
  )
  const audited = db.prepare<[string], { decisions: number }>(
    `SELECT count(*) AS decisions FROM audit WHERE orb_id = ? AND kind = 'approval.decided'`,
  )
  return {
    events: (orbId, afterId) => events.all(orbId, afterId),
    counts: (orbId) => counts.get(orbId) ?? { rows: 0, distinct: 0 },
    acked: (orbId, stream) => acked.get(orbId, stream)?.acked ?? 0,
    heads: (orbId) => new Map(heads.all(orbId).map(({ threadId, head }) => [threadId, head])),
    openEntries: (threadId) => open.get(threadId)?.open ?? 0,
    approvals: (orbId) => approvals.all(orbId),
    command: (commandId) => command.get(commandId) ?? null,
    runsGoingOn: (orbId) => run.get(orbId)?.running ?? 0,
    auditedDecisions: (orbId) => audited.get(orbId)?.decisions ?? 0,
    close: () => db.close(),
  }
}
