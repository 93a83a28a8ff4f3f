import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness, LiveHarness } from '../harness/harness.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import type { Thread, ThreadBook } from './thread-book.ts'
import { metaOfSession } from './thread-meta.ts'

/** Some harnesses replay a session after they have said that it is loaded: quiet for this long means the end of it. */
const QUIET_MS = 300
const REPLAY_MS = 10_000

/** A session that is ready for a prompt. */
export interface ReadySession {
  readonly live: LiveHarness
  readonly sessionId: string
  /** The harness knows nothing of what was said in this thread before. */
  readonly forgot: boolean
}

/** Which session of the harness each thread is in. What a harness replays is swallowed: our own log is the truth. */
export class Sessions {
  readonly #harness: Harness
  readonly #threads: ThreadBook
  readonly #cwd: string
  readonly #replaying = new Map<string, number>()
  readonly #opening = new Map<string, Promise<ReadySession>>()

  constructor(harness: Harness, threads: ThreadBook, cwd: string) {
    this.#harness = harness
    this.#threads = threads
    this.#cwd = cwd
  }

  /**
   * The session of a thread: the one it is in, taken up again, or a new one.
   * @throws PerigeeError or the harness's own error where there can be none
   */
  async ready(threadId: string): Promise<ReadySession> {
    const opening = this.#opening.get(threadId) ?? this.#open(threadId)
    this.#opening.set(threadId, opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(threadId)
    }
  }

  /** True for an update that belongs to a replay. */
  isReplay(sessionId: string): boolean {
    if (!this.#replaying.has(sessionId)) return false
    this.#replaying.set(sessionId, Date.now())
    return true
  }

  async #open(threadId: string): Promise<ReadySession> {
    const live = await this.#harness.live()
    const thread = this.#threads.get(threadId)
    const before = thread?.sessionId ?? null
    if (thread !== null && before !== null) {
      if (live.sessions.has(before)) return { live, sessionId: before, forgot: false }
      if (await this.#takeUp(live, thread, before)) return { live, sessionId: before, forgot: false }
    }
    const { sessionId, answer } = await live.driver.newSession(this.#cwd)
    live.sessions.add(sessionId)
    this.#learn(threadId, sessionId, answer)
    return { live, sessionId, forgot: before !== null }
  }

  /** Resumes or loads a session. Any error means that it cannot be taken up: the codes differ everywhere. */
  async #takeUp(live: LiveHarness, thread: Thread, sessionId: string): Promise<boolean> {
    const how = live.facts.takesUp
    if (how === null) return false
    this.#replaying.set(sessionId, Date.now())
    try {
      const { answer } = await live.driver.takeUp(sessionId, this.#cwd, how)
      if (how === 'load') await this.#quiet(sessionId)
      live.sessions.add(sessionId)
      this.#learn(thread.threadId, sessionId, answer)
      return true
    } catch {
      return false
    } finally {
      this.#replaying.delete(sessionId)
    }
  }

  async #quiet(sessionId: string): Promise<void> {
    const until = Date.now() + REPLAY_MS
    for (;;) {
      const rest = (this.#replaying.get(sessionId) ?? 0) + QUIET_MS - Date.now()
      if (rest <= 0 || Date.now() > until) return
      await sleep(rest)
    }
  }

  #learn(threadId: string, sessionId: string, answer: JsonObject): void {
    const thread = this.#threads.get(threadId)
    if (thread === null) return
    this.#threads.change(threadId, { sessionId, meta: metaOfSession(thread.meta, answer) })
  }
}
