import type { Attachment } from '../../shared/commands/attachments.ts'
import type { StopReason } from '../../shared/link/reports.ts'
import { RunOutput } from './run-output.ts'
import type { ReadySession } from './sessions.ts'

/** A task for the agent, and whose it is. */
export interface Prompt {
  /** Null for a prompt that no command brought. */
  readonly commandId: string | null
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly by: { readonly personName: string; readonly deviceName: string }
}

/** How a run ended. */
export interface RunEnd {
  readonly stopReason: StopReason
  /** Why, where it did not simply come to its end. */
  readonly message: string | null
}

/** A run that goes on. */
export class Run {
  readonly runId: string
  readonly prompt: Prompt
  /** Where it was given to the harness; null before that. */
  session: ReadySession | null = null
  /** Settles when somebody wants it stopped. */
  readonly stopRequested: Promise<null>
  /** Somebody wants it stopped. */
  stopping = false
  ended = false
  /** When the agent last asked something in it, or when it began; in milliseconds. */
  lastAsked = Date.now()
  /** What has come of it. */
  readonly output = new RunOutput()
  #requestStop: () => void = () => {}

  constructor(runId: string, prompt: Prompt) {
    this.runId = runId
    this.prompt = prompt
    this.stopRequested = new Promise((resolve) => {
      this.#requestStop = () => resolve(null)
    })
  }

  /** Asks for the end of the run. */
  requestStop(): void {
    this.stopping = true
    this.#requestStop()
  }
}
