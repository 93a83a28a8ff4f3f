import { setTimeout as sleep } from 'node:timers/promises'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { SessionPage } from '../../shared/reads/reads.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import type { Harness, LiveHarness } from '../harness/harness.ts'
import { sentenceOf } from '../harness/error-sentence.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import { Replay } from './replay.ts'
import type { SessionMemory } from './session-memory.ts'
import type { SessionSettings } from './session-settings.ts'
import type { Thread, ThreadBook } from './thread-book.ts'
import { listSessions } from './session-list.ts'
import { metaOfSession, withoutSettings } from './thread-meta.ts'

/** Some harnesses replay a session after they have said that it is loaded: quiet for this long means the end of it. */
const QUIET_MS = 300
/** The same for a harness that is known to do so: what it tells afterwards may be long in coming. */
const LATE_QUIET_MS = 1500
const REPLAY_MS = 10_000

/** A session that is ready for a prompt. */
export interface ReadySession {
  readonly live: LiveHarness
  readonly sessionId: string
  /** The harness knows nothing of what was said in this thread before. */
  readonly forgot: boolean
}

/** What sessions work with. */
export interface SessionTools {
  readonly harness: Harness
  readonly manifest: AdapterManifest
  readonly threads: ThreadBook
  readonly settings: SessionSettings
  readonly memory: SessionMemory
  readonly cwd: string
  /** The harness does not remember all that was done in a thread; once for each time that it is taken up. */
  readonly onMissing: (threadId: string, sentence: string) => void
  /** A session from elsewhere was taken up into a thread, with what the harness tells of it. */
  readonly onAdopted: (threadId: string, replay: Replay) => void
}

interface Opening {
  readonly session: Promise<ReadySession>
  /** Until when it waits before it takes up a session, in milliseconds; null: it does not. */
  waitsUntil: number | null
  readonly onWait: Set<(untilMs: number) => void>
}

/** Which session of the harness each thread is in. What a harness replays is swallowed: our own log is the truth. */
export class Sessions {
  readonly #tools: SessionTools
  readonly #replays = new Map<string, Replay>()
  readonly #opening = new Map<string, Opening>()
  readonly #adopting = new Set<string>()
  readonly #closing = new AbortController()

  constructor(tools: SessionTools) {
    this.#tools = tools
  }

  /**
   * The session of a thread: the one it is in, taken up again, or a new one. `onWait` is told where the harness needs
   * a pause before it can take up a session.
   * @throws PerigeeError with a sentence where there can be none, any other error where the harness is gone
   */
  async ready(threadId: string, onWait: (untilMs: number) => void = () => {}): Promise<ReadySession> {
    const opening = this.#opening.get(threadId) ?? this.#begin(threadId, (one) => this.#open(threadId, one))
    if (opening.waitsUntil === null) opening.onWait.add(onWait)
    else onWait(opening.waitsUntil)
    return opening.session
  }

  /**
   * Takes up a session of the harness into a thread that has none yet; what the harness tells of it is shown once.
   * @throws PerigeeError with a sentence where it cannot be taken up
   */
  async adopt(threadId: string, sessionId: string): Promise<void> {
    if (this.#adopting.has(sessionId)) {
      throw new PerigeeError('conflict', 'That session is being taken up into another thread.')
    }
    this.#adopting.add(sessionId)
    try {
      await this.#begin(threadId, () => this.#adopt(threadId, sessionId)).session
    } finally {
      this.#adopting.delete(sessionId)
    }
  }

  /**
   * The sessions that the harness knows of, a page at a time; it is started where it is not running.
   * @throws PerigeeError where it cannot be started or does not list them
   */
  list(cursor: string | null): Promise<SessionPage> {
    return listSessions(this.#tools, cursor)
  }

  /** Takes an update where it belongs to a replay; false for any other. */
  takeReplayed(sessionId: string, update: JsonObject): boolean {
    const replay = this.#replays.get(sessionId)
    replay?.take(update)
    return replay !== undefined
  }

  /** The harness works in a thread's session now. */
  used(threadId: string): void {
    this.#tools.threads.change(threadId, { usedAt: Date.now() })
  }

  /** The process of the harness is gone: what it wrote at its end counts as use. */
  gone(live: LiveHarness | null): void {
    for (const { threadId, sessionId } of this.#tools.threads.all()) {
      if (sessionId !== null && live?.sessions.has(sessionId) === true) this.used(threadId)
    }
    this.#tools.settings.closed()
  }

  /** Ends every pause: nothing is taken up any more. */
  close(): void {
    this.#closing.abort()
  }

  #begin(threadId: string, open: (opening: Opening) => Promise<ReadySession>): Opening {
    let settle: (session: Promise<ReadySession>) => void = () => {}
    const session = new Promise<ReadySession>((resolve) => {
      settle = resolve
    })
    const opening: Opening = { session, waitsUntil: null, onWait: new Set() }
    this.#opening.set(threadId, opening)
    settle(open(opening).finally(() => this.#opening.delete(threadId)))
    return opening
  }

  async #open(threadId: string, opening: Opening): Promise<ReadySession> {
    const live = await this.#tools.harness.live()
    const thread = this.#tools.threads.get(threadId)
    const before = thread?.sessionId ?? null
    if (thread !== null && before !== null) {
      if (live.sessions.has(before)) return { live, sessionId: before, forgot: false }
      if (await this.#takeUp(live, thread, before, opening)) return { live, sessionId: before, forgot: false }
    }
    this.#clear(threadId)
    const { sessionId, answer } = await live.driver.newSession(this.#tools.cwd)
    await this.#opened(threadId, live, sessionId, answer)
    if (before !== null) this.#tools.memory.forget(before)
    return { live, sessionId, forgot: before !== null }
  }

  /** Resumes or loads a session. Any error means that it cannot be taken up: the codes differ everywhere. */
  async #takeUp(live: LiveHarness, thread: Thread, sessionId: string, opening: Opening): Promise<boolean> {
    const how = this.#how(live)
    if (how === null) return false
    await this.#pause(thread, opening)
    this.#clear(thread.threadId)
    const replay = new Replay(false)
    let answer: JsonObject
    try {
      answer = await this.#replayed(sessionId, replay, live, how)
    } catch {
      return false
    }
    await this.#opened(thread.threadId, live, sessionId, answer)
    const missing = how === 'load' ? replay.missing(this.#tools.memory.of(sessionId)) : null
    if (missing !== null && this.#tools.manifest.resume.replay !== 'none') {
      this.#tools.onMissing(thread.threadId, missing)
    }
    return true
  }

  async #adopt(threadId: string, sessionId: string): Promise<ReadySession> {
    const live = await this.#tools.harness.live()
    const how = this.#how(live)
    if (how === null) throw new PerigeeError('not-supported', 'This agent cannot take up an earlier session.')
    const replay = new Replay(true)
    // Only a load tells what was said before.
    const ways = this.#tools.manifest.resume.replay === 'none' ? [how] : [...new Set(['load' as const, how])]
    let failure: unknown = null
    for (const way of ways) {
      let answer: JsonObject
      try {
        answer = await this.#replayed(sessionId, replay, live, way)
      } catch (error) {
        failure = error
        continue
      }
      this.#tools.onAdopted(threadId, replay)
      await this.#opened(threadId, live, sessionId, answer)
      return { live, sessionId, forgot: false }
    }
    throw new PerigeeError('unavailable', `The agent could not take up that session. ${sentenceOf(failure)}`, failure)
  }

  /** Takes up a session and waits for the end of what is told of it. */
  async #replayed(sessionId: string, replay: Replay, live: LiveHarness, how: 'resume' | 'load'): Promise<JsonObject> {
    this.#replays.set(sessionId, replay)
    try {
      const { answer } = await live.driver.takeUp(sessionId, this.#tools.cwd, how)
      if (how === 'load') await quiet(replay, this.#tools.manifest.resume.replayAfterAnswer ? LATE_QUIET_MS : QUIET_MS)
      return answer
    } finally {
      this.#replays.delete(sessionId)
    }
  }

  #how(live: LiveHarness): 'resume' | 'load' | null {
    const { method } = this.#tools.manifest.resume
    const { takesUp } = live.facts
    if (method === 'none' || takesUp === null) return null
    return method === 'load' ? 'load' : takesUp
  }

  /** Waits until a session may be taken up: one harness damages what it loads too soon. */
  async #pause(thread: Thread, opening: Opening): Promise<void> {
    const { minGapMs } = this.#tools.manifest.resume
    // A clock that was set back makes nobody wait longer than that.
    const rest = Math.min(thread.usedAt + minGapMs - Date.now(), minGapMs)
    if (rest <= 0) return
    opening.waitsUntil = Date.now() + rest
    for (const listener of opening.onWait) listener(opening.waitsUntil)
    try {
      await sleep(rest, undefined, { signal: this.#closing.signal })
    } catch {
      throw new PerigeeError('unavailable', 'The runner was stopped before the agent took up its conversation.')
    } finally {
      opening.waitsUntil = null
    }
  }

  #clear(threadId: string): void {
    const thread = this.#tools.threads.get(threadId)
    if (thread !== null) this.#tools.threads.change(threadId, { meta: withoutSettings(thread.meta) })
  }

  async #opened(threadId: string, live: LiveHarness, sessionId: string, answer: JsonObject): Promise<void> {
    live.sessions.add(sessionId)
    const thread = this.#tools.threads.get(threadId)
    if (thread === null) return
    const meta = metaOfSession(thread.meta, answer, this.#tools.manifest.asking)
    this.#tools.threads.change(threadId, { sessionId, meta, usedAt: Date.now() })
    await this.#tools.settings.opened(threadId, live, sessionId)
  }
}

async function quiet(replay: Replay, milliseconds: number): Promise<void> {
  // The answer may have been long in coming.
  replay.at = Date.now()
  const until = Date.now() + REPLAY_MS
  for (;;) {
    const rest = replay.at + milliseconds - Date.now()
    if (rest <= 0 || Date.now() > until) return
    await sleep(rest)
  }
}
