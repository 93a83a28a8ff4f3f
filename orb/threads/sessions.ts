import { methods } from '@agentclientprotocol/sdk'
import { setTimeout as sleep } from 'node:timers/promises'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Harness, LiveHarness } from '../harness/harness.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import type { Thread, ThreadBook } from './thread-book.ts'
import { metaOfSession } from './thread-meta.ts'

/** Some harnesses replay a session after they have said that it is loaded: quiet for this long means the end of it. */
const QUIET_MS = 300
const REPLAY_MS = 10_000
/** Longer than any harness's ids; an answer may hold anything. */
const ID_CHARS = 1000

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
    const params = { cwd: this.#cwd, mcpServers: [] }
    // The SDK's type is a promise that a harness need not keep.
    const answer: unknown = await live.connection.agent.request(methods.agent.session.new, params)
    const sessionId = isObject(answer) ? answer['sessionId'] : null
    if (typeof sessionId !== 'string' || sessionId === '' || sessionId.length > ID_CHARS) {
      throw new PerigeeError('unavailable', 'The agent opened a session under an id that cannot be used.')
    }
    live.sessions.add(sessionId)
    this.#learn(threadId, sessionId, answer)
    return { live, sessionId, forgot: before !== null }
  }

  /** Resumes or loads a session. Any error means that it cannot be taken up: the codes differ everywhere. */
  async #takeUp(live: LiveHarness, thread: Thread, sessionId: string): Promise<boolean> {
    const { loadSession, sessionCapabilities } = live.capabilities
    const params = { sessionId, cwd: this.#cwd, mcpServers: [] }
    const resumes = isObject(sessionCapabilities?.resume)
    if (!resumes && loadSession !== true) return false
    this.#replaying.set(sessionId, Date.now())
    try {
      const { agent } = live.connection
      const answer = resumes
        ? await agent.request(methods.agent.session.resume, params)
        : await agent.request(methods.agent.session.load, params)
      if (!resumes) await this.#quiet(sessionId)
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

  #learn(threadId: string, sessionId: string, answer: unknown): void {
    const thread = this.#threads.get(threadId)
    if (thread === null) return
    const meta = isObject(answer) ? metaOfSession(thread.meta, answer satisfies JsonObject) : thread.meta
    this.#threads.change(threadId, { sessionId, meta })
  }
}
