import type { KnownReport } from '../../shared/link/reports.ts'
import type { OrbDatabase } from '../spool/database.ts'
import type { Journal } from '../spool/journal.ts'
import { nobodyAnswers } from './harness-answer.ts'
import type { OpenApproval } from './open-approval.ts'

type Ending = Extract<KnownReport, { name: 'approval.ended' }>['outcome']

/** Ended approvals whose ids are remembered, to tell a second decision from an unknown one. */
const ENDED_KEPT = 500

/** How an approval left the book, for a decision that comes too late. */
export type Left = 'answered' | Ending

/**
 * The approvals that block the harness now. Each is raised, and ends, exactly once; both are reports on the spool, in
 * one commit with the row that lets a runner after a crash make it void.
 */
export class ApprovalBook {
  readonly #journal: Journal
  readonly #report: (report: KnownReport) => void
  readonly #open = new Map<string, OpenApproval>()
  readonly #left = new Map<string, Left>()
  readonly #claimed = new Set<string>()
  readonly #put
  readonly #delete
  readonly #rows

  constructor(db: OrbDatabase, journal: Journal, report: (report: KnownReport) => void) {
    this.#journal = journal
    this.#report = report
    this.#put = db.prepare('INSERT INTO open_approvals (approval_id) VALUES (?)')
    this.#delete = db.prepare('DELETE FROM open_approvals WHERE approval_id = ?')
    this.#rows = db.prepare<[], { approval_id: string }>('SELECT approval_id FROM open_approvals')
  }

  /** The ids of all that are open: what a hello lists. */
  ids(): string[] {
    return [...this.#open.keys()]
  }

  /** All that are open, of one thread or of all. */
  all(threadId: string | null = null): OpenApproval[] {
    return [...this.#open.values()].filter((one) => threadId === null || one.request.threadId === threadId)
  }

  /** Those of a thread that the agent waits for. */
  ofAgent(threadId: string): OpenApproval[] {
    return this.all(threadId).filter((open) => open.raisedBy === 'agent')
  }

  /** An open approval, or null. */
  get(approvalId: string): OpenApproval | null {
    return this.#open.get(approvalId) ?? null
  }

  /** Takes an approval for the one answer that it gets; false where it is not open or was taken before. */
  claim(approvalId: string): boolean {
    if (!this.#open.has(approvalId) || this.#claimed.has(approvalId)) return false
    this.#claimed.add(approvalId)
    return true
  }

  /** True while an answer is on its way to the harness: nothing else may answer, and nothing has gone past it. */
  isClaimed(approvalId: string): boolean {
    return this.#claimed.has(approvalId)
  }

  /** How an approval left, or null for one that was never here (or long ago). */
  howLeft(approvalId: string): Left | null {
    return this.#left.get(approvalId) ?? null
  }

  /** Makes void what an earlier runner had open: the harness that asked is gone. */
  voidLeftOpen(): void {
    for (const { approval_id: approvalId } of this.#rows.all()) {
      this.#journal.enqueue(() => this.#delete.run(approvalId))
      this.#left.set(approvalId, 'void')
      const message = 'The runner was restarted while the agent asked. The agent that asked is gone.'
      this.#report({ name: 'approval.ended', approvalId, outcome: 'void', message })
    }
  }

  /** Raises an approval. */
  raise(open: OpenApproval): void {
    const { approvalId } = open.request
    this.#open.set(approvalId, open)
    this.#journal.enqueue(() => this.#put.run(approvalId))
    this.#report({ name: 'approval.raised', approval: open.request })
  }

  /** An answer has been written to the harness. */
  answered(approvalId: string): void {
    this.#leave(approvalId, 'answered')
  }

  /** Ends an approval without an answer of a person; does nothing for one that is not open. */
  end(approvalId: string, outcome: Ending, message: string): void {
    if (!this.#leave(approvalId, outcome)) return
    this.#report({ name: 'approval.ended', approvalId, outcome, message })
  }

  /**
   * Withdraws an approval (or lets it expire) at once, so that no decision can reach the harness any more; gives the way to tell the harness
   * that nobody will answer, or null where an answer is already on its way.
   */
  withdraw(
    open: OpenApproval,
    message: string,
    outcome: 'withdrawn' | 'expired' = 'withdrawn',
  ): (() => Promise<void>) | null {
    if (!this.claim(open.request.approvalId)) return null
    this.end(open.request.approvalId, outcome, message)
    // A harness that is gone needs no answer.
    return () => open.respond(nobodyAnswers(open.asked.kind)).catch(() => {})
  }

  #leave(approvalId: string, how: Left): boolean {
    if (!this.#open.delete(approvalId)) return false
    this.#claimed.delete(approvalId)
    this.#left.set(approvalId, how)
    const oldest = this.#left.keys().next()
    if (this.#left.size > ENDED_KEPT && oldest.done !== true) this.#left.delete(oldest.value)
    this.#journal.enqueue(() => this.#delete.run(approvalId))
    return true
  }
}
