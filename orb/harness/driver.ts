import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { TakesFiles } from '../../shared/link/reports.ts'
import type { JsonObject } from './json-rpc.ts'

/** A request of the harness that waits for our answer. */
export interface HarnessRequest {
  readonly id: string | number
  readonly method: string
  readonly params: JsonObject
  /** SHA-256 of the request as it came: a repetition has the same one. */
  readonly fingerprint: string
  /** Answers it; resolves once the answer has been written to the process that asked. */
  readonly respond: (result: unknown) => Promise<void>
}

/** What a harness says of itself when it is ready. */
export interface HarnessFacts {
  readonly name: string
  readonly version: string
  /** How an earlier session can be taken up; null: not at all. */
  readonly takesUp: 'resume' | 'load' | null
  readonly listsSessions: boolean
  /** What a prompt may hold beside text and links. */
  readonly takes: TakesFiles
}

/** A session that was opened or taken up. */
export interface OpenedSession {
  readonly sessionId: string
  /** ACP's answer to session/new, load or resume: `modes`, `configOptions`, and what else the harness adds. */
  readonly answer: JsonObject
}

/** Sessions that a harness knows of, in ACP's form. */
export interface ListedSessions {
  readonly sessions: readonly JsonObject[]
  readonly nextCursor: string | null
}

/**
 * One running harness, whatever protocol it speaks: everything that the runner asks of it, in ACP's vocabulary. Each
 * call fails with a PerigeeError where the harness reports an error (`unauthenticated` where it wants a sign-in), and
 * with any other error once its output has ended.
 */
export interface HarnessDriver {
  /** Greets the harness. Called once, before anything else. */
  initialize(): Promise<HarnessFacts>
  /** Signs in by a method that the harness names. */
  authenticate(methodId: string): Promise<void>
  newSession(cwd: string): Promise<OpenedSession>
  takeUp(sessionId: string, cwd: string, how: 'resume' | 'load'): Promise<OpenedSession>
  listSessions(cwd: string, cursor: string | null): Promise<ListedSessions>
  /**
   * Gives a task, with what goes with its text; a harness that takes text alone is given no more. `written` is called
   * once the harness has it; the promise settles at the end of the turn, with ACP's answer to session/prompt.
   */
  prompt(sessionId: string, text: string, written: () => void, more?: readonly ContentBlock[]): Promise<JsonObject>
  /** Asks for the end of the turn. Resolves when the harness has been told. */
  cancel(sessionId: string): Promise<void>
  /** Gives the answer, which may hold all `configOptions`. */
  setMode(sessionId: string, modeId: string): Promise<unknown>
  /** `value` is a choice's value, or a boolean for a switch. Gives the answer, which may hold all `configOptions`. */
  setOption(sessionId: string, optionId: string, value: string | boolean): Promise<JsonObject>
  /** For harnesses that choose their model by a call of its own. */
  setModel(sessionId: string, modelId: string): Promise<void>
}

/** What a driver tells. Each call is awaited before more is read: order is kept, and so is back-pressure. */
export interface DriverHandlers {
  /** An update of a session, in ACP's form. */
  readonly onUpdate: (sessionId: string, update: JsonObject) => void | Promise<void>
  /**
   * A request in ACP's form (`session/request_permission`, `elicitation/create`). True where it is taken and will be
   * answered; false for one that this runner does not know.
   */
  readonly onRequest: (request: HarnessRequest) => boolean | Promise<boolean>
  /** The harness no longer wants an answer to this request. */
  readonly onWithdraw: (requestId: string | number) => void
  /** `elicitation/complete`: what was asked for on a page elsewhere is done. */
  readonly onElicitationComplete: (elicitationId: string) => void
  /** Something went wrong here with one message; the next ones are read all the same. */
  readonly onTrouble: (error: unknown) => void
  /** So many more lines could not be used. */
  readonly onNoise: (lines: number) => void
  /** The harness has closed its output; everything in it has been handled. Requests that still wait fail after this. */
  readonly onEnded: () => void
  /** Awaited before each line: holds while the runner cannot store more. */
  readonly mayRead: () => Promise<void> | null
}
