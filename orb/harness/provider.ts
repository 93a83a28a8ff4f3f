import type { Readable } from 'node:stream'
import type { Isolation } from '../../shared/link/reports.ts'

/** How to start a harness. The command is run as it is: no shell, no wrapper. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>
}

/** How long a harness is given to end: after its stdin was closed, and after SIGTERM. In milliseconds. */
export interface StopWaits {
  readonly closeStdinMs: number
  readonly termMs: number
}

/** How a harness process ended. */
export interface HarnessExit {
  readonly code: number | null
  readonly signal: string | null
}

/** A running harness, with all that it started. */
export interface HarnessProcess {
  readonly pid: number
  readonly stdout: Readable
  /** Settles when the process is gone. Never rejects. */
  readonly exited: Promise<HarnessExit>
  /** Writes to the harness; resolves once the system has taken every byte, rejects where it will not. */
  write(text: string): Promise<void>
  /** The last lines on stderr, for an error message. */
  stderrTail(): string
  /** Closes stdin, waits, asks by signal, waits, and ends the whole group. Resolves when nothing of it is left. */
  stop(): Promise<void>
  /** Ends the whole group at once. */
  kill(): Promise<void>
}

/** A program as the system is asked to run it, with all that keeps it apart. */
export interface Confined extends Launch {
  /** The user and group that it runs as; null: those of the runner. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
}

/**
 * The one seam through which every harness process is started. A provider decides how far the agent is kept apart from
 * the runner, and says so truthfully.
 */
export interface Provider {
  readonly isolation: Isolation
  /** The account of this machine that the agent's files belong to (see `accountOf`); null where it has none. */
  readonly account: string | null
  /**
   * A short program of the runner's own, kept apart as far as the agent is: whatever reads what an agent may have
   * written, such as git, can be made to do what the agent wants.
   */
  confine(launch: Launch): Confined
  /**
   * Starts a harness; without `waits` it is given what most need to end.
   * @throws PerigeeError with a sentence where the command cannot be started
   */
  start(launch: Launch, waits?: StopWaits): Promise<HarnessProcess>
}
