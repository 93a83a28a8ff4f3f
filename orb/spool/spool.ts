import type { EntryEvent, StreamEvent } from '../../shared/link/events.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import { newId } from '../../shared/ids.ts'
import type { OrbDatabase } from './database.ts'
import type { Facts } from './facts.ts'
import type { Journal } from './journal.ts'

/** What the spool keeps of acknowledged events, so that a relay restored from a backup can be refilled. */
export const KEPT_BYTES = 256 * 1024 * 1024
/** Where unacknowledged events reach this, the runner stops reading its harness; it drops none. */
export const UNACKED_BYTES = 1024 * 1024 * 1024

/** An event before it has its number. */
export type NewEvent = Omit<EntryEvent, 'seq' | 'type'> | { readonly at: number; readonly report: KnownReport }

/** Some events of the spool as they go over the wire. */
export interface SpoolBatch {
  readonly lastSeq: number
  readonly bytes: number
  readonly events: readonly string[]
}

/**
 * The stream of an orb on its own disk: every event once, numbered from 1 without holes, kept until the relay has
 * acknowledged it and beyond that up to KEPT_BYTES.
 */
export class Spool {
  readonly #journal: Journal
  readonly #facts: Facts
  readonly #insert
  readonly #after
  readonly #oldest
  readonly #between
  readonly #trim
  #stream: string
  #lastSeq: number
  #committedSeq: number
  #acked: number
  /** Everything up to here is deleted, or will be with the next commit. */
  #dropped = 0
  #bytes: number
  #unacked: number

  constructor(db: OrbDatabase, journal: Journal, facts: Facts) {
    this.#journal = journal
    this.#facts = facts
    this.#stream = facts.getOrMake('stream', newId)
    this.#acked = Number(facts.get('acked') ?? 0)
    this.#insert = db.prepare('INSERT INTO spool (seq, bytes, json) VALUES (?, ?, ?)')
    this.#after = db.prepare<[number, number], { seq: number; bytes: number; json: string }>(
      'SELECT seq, bytes, json FROM spool WHERE seq > ? ORDER BY seq LIMIT ?',
    )
    this.#oldest = db.prepare<[number, number], { seq: number; bytes: number }>(
      'SELECT seq, bytes FROM spool WHERE seq > ? AND seq <= ? ORDER BY seq',
    )
    this.#between = db.prepare<[number, number], { bytes: number | null }>(
      'SELECT sum(bytes) AS bytes FROM spool WHERE seq > ? AND seq <= ?',
    )
    this.#trim = db.prepare('DELETE FROM spool WHERE seq <= ?')
    const sums = db
      .prepare<[number], { last: number | null; total: number | null; unacked: number | null }>(
        'SELECT max(seq) AS last, sum(bytes) AS total, sum(CASE WHEN seq > ? THEN bytes ELSE 0 END) AS unacked FROM spool',
      )
      .get(this.#acked)
    this.#lastSeq = Math.max(sums?.last ?? 0, this.#acked)
    this.#committedSeq = this.#lastSeq
    this.#bytes = sums?.total ?? 0
    this.#unacked = sums?.unacked ?? 0
    // A commit takes everything that waits, or nothing.
    journal.onCommit(() => {
      this.#committedSeq = this.#lastSeq
    })
  }

  /** The random id of this stream. */
  get stream(): string {
    return this.#stream
  }

  /** The newest event that is on disk; 0 for none. */
  get committedSeq(): number {
    return this.#committedSeq
  }

  /** The newest event that the relay has acknowledged. */
  get acked(): number {
    return this.#acked
  }

  /** Bytes that the relay has not acknowledged. */
  get unackedBytes(): number {
    return this.#unacked
  }

  /** The lowest event that is still here; 0 for none. */
  firstSeq(): number {
    return this.#after.get(0, 1)?.seq ?? 0
  }

  /** Numbers an event and adds it to the next commit; gives its number. */
  append(event: NewEvent): number {
    const seq = this.#lastSeq + 1
    const json = JSON.stringify({ type: 'report' in event ? 'report' : 'entry', seq, ...event })
    const bytes = Buffer.byteLength(json)
    this.#lastSeq = seq
    this.#bytes += bytes
    this.#unacked += bytes
    this.#journal.enqueue(() => this.#insert.run(seq, bytes, json))
    return seq
  }

  /** Events on disk after `seq`, at most so many and so large (but always one, where there is one). */
  batchAfter(seq: number, maxEvents: number, maxBytes: number): SpoolBatch | null {
    let lastSeq = seq
    let bytes = 0
    const events: string[] = []
    for (const row of this.#after.iterate(seq, maxEvents)) {
      if (events.length > 0 && bytes + row.bytes > maxBytes) break
      events.push(row.json)
      bytes += row.bytes
      lastSeq = row.seq
    }
    return events.length === 0 ? null : { lastSeq, bytes, events }
  }

  /** Every event on disk from `seq` on, oldest first. */
  *readFrom(seq: number): Generator<StreamEvent> {
    for (let at = seq - 1; ;) {
      const rows = this.#after.all(at, 500)
      for (const row of rows) yield JSON.parse(row.json) as StreamEvent
      const last = rows.at(-1)
      if (last === undefined) return
      at = last.seq
    }
  }

  /** The relay has committed everything up to `seq`: the oldest of it goes where there is more than KEPT_BYTES. */
  acknowledge(seq: number): void {
    if (seq <= this.#acked || seq > this.#committedSeq) return
    this.#unacked -= this.#between.get(this.#acked, seq)?.bytes ?? 0
    this.#acked = seq
    this.#facts.setLazily('acked', String(seq))
    this.#dropOldest()
  }

  /** The relay knows less than it once acknowledged (it was restored from a backup): what is still here counts as unacknowledged again. */
  rewind(seq: number): void {
    if (seq >= this.#acked) return
    this.#acked = Math.max(seq, this.firstSeq() - 1, 0)
    this.#unacked = this.#between.get(this.#acked, this.#lastSeq)?.bytes ?? 0
    this.#facts.set('acked', String(this.#acked))
  }

  /**
   * The relay knows more of this stream than we do: our file is an older copy of itself. Numbers were given twice, so
   * what was not acknowledged goes on under a new stream.
   */
  startNewStream(): void {
    this.#journal.commit()
    const kept = [...this.readFrom(this.#acked + 1)]
    const oldLast = this.#lastSeq
    this.#journal.enqueue(() => this.#trim.run(oldLast))
    this.#stream = newId()
    this.#facts.set('stream', this.#stream)
    this.#facts.set('acked', '0')
    this.#lastSeq = this.#committedSeq = this.#acked = this.#dropped = this.#bytes = this.#unacked = 0
    for (const { type: _type, seq: _seq, ...event } of kept) this.append(event)
    this.#journal.commit()
  }

  #dropOldest(): void {
    let dropTo = 0
    for (const row of this.#oldest.iterate(this.#dropped, this.#acked)) {
      if (this.#bytes <= KEPT_BYTES) break
      this.#bytes -= row.bytes
      dropTo = row.seq
    }
    if (dropTo === 0) return
    this.#dropped = dropTo
    this.#journal.enqueue(() => this.#trim.run(dropTo))
  }
}
