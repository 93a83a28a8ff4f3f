import { newId } from '../../shared/ids.ts'
import type { OrbStore } from '../spool/orb-store.ts'
import { ThreadFold } from '../transcripts/thread-fold.ts'
import { OpenEntries, TranscriptWriter } from '../transcripts/transcript-writer.ts'
import type { ThreadBook } from './thread-book.ts'
import { ThreadRuns, type RunTools } from './thread-runs.ts'

/** What each thread of an orb does, made when it is first needed. */
export class ThreadSet {
  readonly #store: OrbStore
  readonly #book: ThreadBook
  readonly #tools: RunTools
  readonly #openEntries: OpenEntries
  readonly #threads = new Map<string, ThreadRuns>()

  constructor(store: OrbStore, book: ThreadBook, tools: RunTools) {
    this.#store = store
    this.#book = book
    this.#tools = tools
    this.#openEntries = new OpenEntries(store.db, store.journal)
  }

  /** A thread's runs; null where there is no such thread. */
  get(threadId: string): ThreadRuns | null {
    const known = this.#threads.get(threadId)
    if (known !== undefined) return known
    if (this.#book.get(threadId) === null) return null
    const { keepFor, spool } = this.#store
    const writer = new TranscriptWriter(threadId, spool, this.#openEntries)
    const runs = new ThreadRuns(
      threadId,
      new ThreadFold({ keep: keepFor(threadId), newId, plan: this.#tools.plan }),
      writer,
      this.#tools,
    )
    this.#threads.set(threadId, runs)
    return runs
  }

  /** The thread of a harness's session, or null. */
  ofSession(sessionId: string): ThreadRuns | null {
    const thread = this.#book.ofSession(sessionId)
    return thread === null ? null : this.get(thread.threadId)
  }

  /**
   * The thread for what comes from a session that is no thread's: of those that run, the one that asked last, else the
   * newest one. Null where there is no thread at all.
   */
  forStranger(): ThreadRuns | null {
    const running = this.running().sort((a, b) => (b.current?.lastAsked ?? 0) - (a.current?.lastAsked ?? 0))
    const newest = this.#book.all().at(-1)
    return running[0] ?? (newest === undefined ? null : this.get(newest.threadId))
  }

  /** Threads that have done something since the start. */
  all(): ThreadRuns[] {
    return [...this.#threads.values()]
  }

  /** Threads with a run that goes on. */
  running(): ThreadRuns[] {
    return this.all().filter((runs) => runs.current !== null)
  }
}
