import type { SessionUpdate, StopReason } from '@agentclientprotocol/sdk'
import { once } from 'node:events'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FaultSet } from '../faults/fault-set.ts'
import type { LiveSession, Runtime } from './runtime.ts'

/** How a turn ends: with a stop reason, or as a failed request. */
export type TurnEnd = { tag: 'stopped'; stopReason: StopReason } | { tag: 'failed'; code: number; message: string }

/** Thrown to end a turn from anywhere inside it; it is also the reason of the turn's aborted signal. */
export class TurnEnded extends Error {
  readonly end: TurnEnd

  constructor(end: TurnEnd) {
    super('The turn has ended')
    this.end = end
  }
}

/** The end of a turn that was cancelled. */
export const CANCELLED: TurnEnd = { tag: 'stopped', stopReason: 'cancelled' }

/** Pause between two words, in milliseconds: a pace at which a person can read along. */
const WORD_MS = { normal: 20, slow: 60, instant: 0 } as const

/** How many updates go out before other work gets its turn: a cancel must not wait for 100,000 entries. */
const UPDATES_BEFORE_YIELD = 64

/** One turn of a session: what every part of it needs to speak, to wait and to stop. */
export class Turn {
  readonly runtime: Runtime
  readonly session: LiveSession
  readonly faults: FaultSet
  /** Tool calls that were announced and not yet ended. */
  readonly openCalls = new Set<string>()
  /** Set by @permit and @nopermit; null leaves it to the mode. */
  asks: boolean | null = null
  readonly #stop = new AbortController()
  #messages = 0
  #calls = 0
  #sent = 0

  constructor(runtime: Runtime, session: LiveSession) {
    this.runtime = runtime
    this.session = session
    this.faults = runtime.flags.faults.forTurn()
  }

  /** Aborted when the turn has to stop, with a TurnEnded as its reason. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  get sessionId(): string {
    return this.session.record.sessionId
  }

  /** Ends the turn as cancelled, as soon as its parts notice. */
  cancel(): void {
    this.#stop.abort(new TurnEnded(CANCELLED))
  }

  /** Ends the turn from inside it, what runs beside the caller included. An earlier end holds. */
  end(end: TurnEnd): never {
    this.#stop.abort(new TurnEnded(end))
    throw this.signal.reason
  }

  /** Resolves when the turn has to stop; never where it does not. */
  async stopped(): Promise<null> {
    if (!this.signal.aborted) await once(this.signal, 'abort')
    return null
  }

  /** The id for the next message or thought: the same whenever the same prompts are played again. */
  nextMessageId(): string {
    this.#messages += 1
    return `msg-${this.#prefix()}-${this.#messages}`
  }

  /** The id for the next tool call. */
  nextCallId(): string {
    this.#calls += 1
    return `call-${this.#prefix()}-${this.#calls}`
  }

  /** Sends an update once the pipe has room; throws TurnEnded where the turn has to stop. */
  async send(update: SessionUpdate): Promise<void> {
    this.signal.throwIfAborted()
    this.#sent += 1
    if (this.#sent % UPDATES_BEFORE_YIELD === 0) await setImmediate()
    await sendUpdate(this.runtime, this.sessionId, update)
  }

  /** Puts an update into the history that session/load replays. */
  keep(update: SessionUpdate): void {
    this.runtime.store.append(this.sessionId, update)
  }

  /** Sends an update and keeps it. */
  async show(update: SessionUpdate): Promise<void> {
    this.keep(update)
    await this.send(update)
  }

  /** The pause between two words: none with --fast. */
  async pauseBetweenWords(): Promise<void> {
    const milliseconds = this.runtime.flags.fast ? 0 : WORD_MS[this.session.record.options.pace]
    if (milliseconds > 0) await this.wait(milliseconds)
  }

  /** Waits, also with --fast; throws TurnEnded where the turn has to stop meanwhile. */
  async wait(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted())
  }

  /** The session's id is in it: tool call ids of two sessions never meet in one journal. */
  #prefix(): string {
    return `${this.sessionId.slice(0, 6)}-${this.session.record.turns}`
  }
}

/** Sends one session/update, without its message id where a fault says so. */
export async function sendUpdate(runtime: Runtime, sessionId: string, update: SessionUpdate): Promise<void> {
  const shown = runtime.flags.faults.has('no-message-ids') && 'messageId' in update ? withoutId(update) : update
  await runtime.client().notify('session/update', { sessionId, update: shown })
}

function withoutId(update: SessionUpdate & { messageId?: string | null }): SessionUpdate {
  const { messageId: _, ...rest } = update
  return rest
}
