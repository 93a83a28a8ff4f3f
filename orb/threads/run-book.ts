import type { KnownReport } from '../../shared/link/reports.ts'
import type { OrbDatabase } from '../spool/database.ts'
import type { Journal } from '../spool/journal.ts'
import type { RunChanges } from '../workspace/run-snapshots.ts'
import type { Run, RunEnd } from './run.ts'

/** A run that an earlier runner left without an end. */
export interface LeftRun {
  readonly runId: string
  readonly threadId: string
  readonly commandId: string | null
}

/** The runs that go on, on disk, each reported at its start and its end. */
export class RunBook {
  readonly #journal: Journal
  readonly #report: (report: KnownReport) => void
  readonly #put
  readonly #delete
  readonly #rows

  constructor(db: OrbDatabase, journal: Journal, report: (report: KnownReport) => void) {
    this.#journal = journal
    this.#report = report
    this.#put = db.prepare('INSERT INTO runs (run_id, thread_id, command_id) VALUES (?, ?, ?)')
    this.#delete = db.prepare('DELETE FROM runs WHERE run_id = ?')
    this.#rows = db.prepare<[], { run_id: string; thread_id: string; command_id: string | null }>('SELECT * FROM runs')
  }

  /** Runs that were going on when the file was last written. */
  left(): LeftRun[] {
    return this.#rows.all().map((row) => ({ runId: row.run_id, threadId: row.thread_id, commandId: row.command_id }))
  }

  /** A run begins. */
  begin(threadId: string, run: Run): void {
    const { runId, prompt } = run
    this.#journal.enqueue(() => this.#put.run(runId, threadId, prompt.commandId))
    const { commandId } = prompt
    this.#report({ name: 'run.state', threadId, runId, state: 'running', commandId, stopReason: null, message: null })
  }

  /** A run is over, and changed so much in the workspace; null: that is not known. */
  end(run: LeftRun, end: RunEnd, changes: RunChanges | null = null): void {
    const { runId, threadId, commandId } = run
    this.#journal.enqueue(() => this.#delete.run(runId))
    this.#report({ name: 'run.state', threadId, runId, state: 'ended', commandId, ...end, changes })
  }
}
