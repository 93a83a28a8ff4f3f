import { isObject } from '../harness/json-rpc.ts'
import { LIMITS } from '../../shared/limits.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import type { OrbDatabase } from '../spool/database.ts'
import type { Journal } from '../spool/journal.ts'
import type { Spool } from '../spool/spool.ts'
import type { EntryDraft } from './entry-draft.ts'
import { Gather } from './gather.ts'

/** Which entries of this orb are open, on disk, so that a runner that follows a crash can close them. */
export class OpenEntries {
  readonly #journal: Journal
  readonly #open = new Set<string>()
  readonly #put
  readonly #delete

  constructor(db: OrbDatabase, journal: Journal) {
    this.#journal = journal
    this.#put = db.prepare('INSERT OR IGNORE INTO open_entries (entry_id, first_seq) VALUES (?, ?)')
    this.#delete = db.prepare('DELETE FROM open_entries WHERE entry_id = ?')
  }

  /** Notes what an event did to its entry; part of the same commit as the event. */
  note(entryId: string, op: EntryDraft['op'], seq: number): void {
    if (op === 'close') {
      if (this.#open.delete(entryId)) this.#journal.enqueue(() => this.#delete.run(entryId))
    } else if (!this.#open.has(entryId)) {
      this.#open.add(entryId)
      this.#journal.enqueue(() => this.#put.run(entryId, seq))
    }
  }
}

/** Writes the events of one thread to the spool, gathered, each with its run. */
export class TranscriptWriter {
  readonly #threadId: string
  readonly #spool: Spool
  readonly #open: OpenEntries
  readonly #gather: Gather
  #runId: string | null = null
  /** When each open entry began, in ms. */
  readonly #began = new Map<string, number>()

  constructor(threadId: string, spool: Spool, open: OpenEntries) {
    this.#threadId = threadId
    this.#spool = spool
    this.#open = open
    this.#gather = new Gather((draft) => this.#append(draft))
  }

  /** The run that the next events belong to; null between runs. */
  set runId(runId: string | null) {
    this.#gather.flush()
    this.#runId = runId
  }

  /** Takes events in their order. */
  write(drafts: readonly EntryDraft[]): void {
    for (const draft of drafts) this.#gather.push(draft)
  }

  /** Sends what is still gathered: before a report that must come after it. */
  flush(): void {
    this.#gather.flush()
  }

  #append(draft: EntryDraft): void {
    const { entryId, op, kind, facets } = draft
    const body = this.#timed(draft)
    const bytes = jsonBytes(body)
    const event = { at: Date.now(), threadId: this.#threadId, runId: this.#runId, entryId, op, kind, bytes, body }
    const seq = this.#spool.append(facets === undefined ? event : { ...event, facets })
    this.#open.note(entryId, op, seq)
  }

  /** The body of a call or a thought that ends says how long it took, where that is worth telling. */
  #timed({ entryId, op, kind, body }: EntryDraft): unknown {
    const now = Date.now()
    const began = this.#began.get(entryId)
    if (op !== 'close') {
      if (began === undefined && TIMED_KINDS.has(kind)) this.#began.set(entryId, now)
      return body
    }
    this.#began.delete(entryId)
    if (began === undefined || now - began < LEAST_TOLD_MS || !isObject(body)) return body
    const timed = { ...body, tookMs: now - began }
    return jsonBytes(timed) <= LIMITS.bodyBytes ? timed : body
  }
}

/** What takes time that a person wonders about. */
const TIMED_KINDS: ReadonlySet<string> = new Set(['tool_call', 'agent_thought'])
/** Less is no news, and of a history that is replayed it is no truth. */
const LEAST_TOLD_MS = 1_000
