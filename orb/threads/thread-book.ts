import { SessionOption, type Asking, type KnownReport } from '../../shared/link/reports.ts'
import type { OrbDatabase } from '../spool/database.ts'
import type { Journal } from '../spool/journal.ts'
import { NO_META, type ThreadMeta } from './thread-meta.ts'

/** How long changes of a thread's meta are gathered: some harnesses send several at once. */
const GATHER_MS = 50

/** A thread of this orb. */
export interface Thread {
  readonly threadId: string
  readonly createdAt: number
  /** The name that a person gave it; it stands above the harness's own. */
  readonly title: string | null
  readonly archived: boolean
  /** The harness's session that this thread was last in. */
  readonly sessionId: string | null
  /** When the harness last worked in that session, in milliseconds; 0: not known. */
  readonly usedAt: number
  readonly meta: ThreadMeta
  /** Whether the agent asks in that session; null before it was opened in the present process of the harness. */
  readonly asking: Asking | null
}

type Stored = Pick<Thread, 'title' | 'archived' | 'meta'> & Partial<Pick<Thread, 'usedAt' | 'asking'>>

/** What of a thread can change. */
export type ThreadChange = Partial<Pick<Thread, 'title' | 'archived' | 'sessionId' | 'usedAt' | 'meta' | 'asking'>>

/** The threads of an orb, on disk, each reported whole whenever a part that people see has changed. */
export class ThreadBook {
  readonly #journal: Journal
  readonly #report: (report: KnownReport) => void
  readonly #threads = new Map<string, Thread>()
  readonly #reported = new Map<string, string>()
  readonly #due = new Set<string>()
  readonly #put
  #timer: NodeJS.Timeout | null = null

  constructor(db: OrbDatabase, journal: Journal, report: (report: KnownReport) => void) {
    this.#journal = journal
    this.#report = report
    this.#put = db.prepare(
      `INSERT INTO threads (thread_id, created_at, session_id, json) VALUES (?, ?, ?, ?)
       ON CONFLICT (thread_id) DO UPDATE SET session_id = excluded.session_id, json = excluded.json`,
    )
    const rows = db
      .prepare<[], { thread_id: string; created_at: number; session_id: string | null; json: string }>(
        'SELECT thread_id, created_at, session_id, json FROM threads ORDER BY created_at',
      )
      .all()
    for (const row of rows) {
      const { usedAt, meta, asking, ...rest } = JSON.parse(row.json) as Stored
      const thread: Thread = {
        ...rest,
        threadId: row.thread_id,
        createdAt: row.created_at,
        sessionId: row.session_id,
        usedAt: usedAt ?? 0,
        // Written by an earlier version, it may hold options of any form.
        meta: { ...meta, options: meta.options.filter((one) => SessionOption.safeParse(one).success) },
        asking: null,
      }
      this.#threads.set(thread.threadId, thread)
      this.#reported.set(thread.threadId, JSON.stringify(metaReport({ ...thread, asking: asking ?? null })))
      if ((asking ?? null) !== null) this.#due.add(thread.threadId)
    }
  }

  /** All threads, oldest first. */
  all(): Thread[] {
    return [...this.#threads.values()]
  }

  /** A thread, or null. */
  get(threadId: string): Thread | null {
    return this.#threads.get(threadId) ?? null
  }

  /** The thread of a harness's session, or null. */
  ofSession(sessionId: string): Thread | null {
    // Asked for each update of a harness: no list is made.
    for (const thread of this.#threads.values()) if (thread.sessionId === sessionId) return thread
    return null
  }

  /** Begins a thread, and reports it at once: events of it may follow. */
  add(threadId: string, title: string | null): Thread {
    const nothing = { archived: false, sessionId: null, usedAt: 0, meta: NO_META, asking: null }
    const thread: Thread = { ...nothing, threadId, createdAt: Date.now(), title }
    this.#keep(thread)
    this.#tell(thread)
    return thread
  }

  /** Changes a thread; what people see of it is reported a moment later. */
  change(threadId: string, change: ThreadChange): void {
    const thread = this.#threads.get(threadId)
    if (thread === undefined) return
    this.#keep({ ...thread, ...change })
    this.#due.add(threadId)
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS)
  }

  /** Reports what is due. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    for (const threadId of this.#due) {
      const thread = this.#threads.get(threadId)
      if (thread !== undefined) this.#tell(thread)
    }
    this.#due.clear()
  }

  #keep(thread: Thread): void {
    this.#threads.set(thread.threadId, thread)
    const { title, archived, usedAt, meta, asking } = thread
    const json = JSON.stringify({ title, archived, usedAt, meta, asking } satisfies Stored)
    this.#journal.enqueue(() => this.#put.run(thread.threadId, thread.createdAt, thread.sessionId, json))
  }

  #tell(thread: Thread): void {
    const report = metaReport(thread)
    const json = JSON.stringify(report)
    if (json === this.#reported.get(thread.threadId)) return
    this.#reported.set(thread.threadId, json)
    this.#report(report)
  }
}

function metaReport(thread: Thread): KnownReport {
  const { threadId, createdAt, meta, asking } = thread
  const { modes, commands, usage } = meta
  const title = thread.title ?? meta.title
  // The mode and the option that stands for it are one setting, shown once.
  const options = meta.options.filter((one) => modes === null || one.category !== 'mode')
  const about = { threadId, parentThreadId: null, title, createdAt }
  return { name: 'thread.meta', ...about, modes, commands, options, asking, usage }
}
