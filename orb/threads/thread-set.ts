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
    const runs = new ThreadRuns(threadId, new ThreadFold({ keep: keepFor(threadId), newId }), writer, this.#tools)
    this.#threads.set(threadId, runs)
    return runs
  }

  /** The thread of a harness's session; for one that is not known, the only thread that runs, if it is the only one. */
  ofSession(sessionId: string | null): ThreadRuns | null {
    const thread = sessionId === null ? null : this.#book.ofSession(sessionId)
    if (thread !== null) return this.get(thread.threadId)
    const running = this.running()
    return running.length === 1 ? (running[0] ?? null) : null
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
