import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { isDecided, type Outcome } from '../../shared/approvals/machine.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { EntryEvent, StreamEvent } from '../../shared/link/events.ts'
import { roomName } from '../../shared/rooms/names.ts'
import {
  EMPTY_TRANSCRIPT,
  reduceTranscript,
  type Entry,
  type PlacedEvent,
  type Transcript,
} from '../../shared/transcripts/transcript.ts'
import { readOrbRoom, readThreadRoom } from '../support/room-content.ts'
import type { RoomReader } from '../support/room-reader.ts'
import type { LedgerApproval, LedgerEvent } from './ledger-file.ts'
import { eventually } from './moments.ts'
import type { Stage } from './stage.ts'

/**
 * Holds the runner's file, the relay's file and the rooms against one another. Each call goes on where the one before
 * stopped, so that the last of many rounds costs what the first did.
 */
export class Comparison {
  readonly #stage: Stage
  readonly #stream: string
  readonly #transcripts = new Map<string, Transcript>()
  #lastId = 0
  #lastSeq = 0

  constructor(stage: Stage) {
    this.#stage = stage
    this.#stream = stage.spool((spool) => spool.stream)
  }

  /** Events that were found equal so far. */
  get events(): number {
    return this.#lastSeq
  }

  /** Right after a crash of the relay: what it had acknowledged lies in its file. */
  acknowledgedIsStored(): void {
    const { orbId } = this.#stage
    const known = this.#stage.spool((spool) => spool.acked())
    expect(this.#stage.ledger((ledger) => ledger.acked(orbId, this.#stream))).toBeGreaterThanOrEqual(known)
  }

  /** Once the relay has everything: each event there once, in order, exactly as the runner wrote it. */
  async streamsAreEqual(): Promise<void> {
    const { orbId } = this.#stage
    const { stream, last } = this.#stage.spool((spool) => ({ stream: spool.stream, last: spool.last() }))
    expect(stream, 'a crash must not begin a new stream').toBe(this.#stream)
    await eventually(
      () => (this.#stage.ledger((ledger) => ledger.acked(orbId, stream)) >= last ? true : null),
      'the relay has every event that the runner wrote',
    )
    const { rows, counts, heads } = this.#stage.ledger((ledger) => ({
      rows: ledger.events(orbId, this.#lastId),
      counts: ledger.counts(orbId),
      heads: ledger.heads(orbId),
    }))
    const spooled = this.#stage.spool((spool) => spool.events(this.#lastSeq))
    expect(rows.length).toBeGreaterThanOrEqual(last - this.#lastSeq)
    for (const [at, row] of rows.entries()) {
      const written = spooled[at]
      expect({ stream: row.stream, seq: row.seq }).toEqual({ stream, seq: this.#lastSeq + 1 })
      expect({ seq: written?.seq, json: written?.json }).toEqual({ seq: row.seq, json: row.json })
      this.#place(row)
      this.#lastSeq = row.seq
      this.#lastId = row.id
    }
    expect(counts.distinct, 'no event twice').toBe(counts.rows)
    for (const [threadId, { head }] of this.#transcripts) expect(heads.get(threadId)).toBe(head)
  }

  /** What readers were shown of growing texts is where the texts began. */
  nothingShownIsLost(): void {
    expect(this.#stage.texts.lost(this.#transcript(this.#stage.threadId).entries)).toEqual([])
    this.#stage.texts.forget()
  }

  /** The reader that lived through the crash and a fresh one both show what the ledger holds. */
  async roomsAreEqual(): Promise<void> {
    const { threadId, orbId } = this.#stage
    const fresh = this.#stage.openRoom(roomName('thread', threadId))
    const freshOrb = this.#stage.openRoom(roomName('orb', orbId))
    try {
      for (const reader of [this.#stage.threadRoom, fresh]) await this.#threadIsEqual(reader, threadId)
      for (const reader of [this.#stage.orbRoom, freshOrb]) await this.#approvalsAreEqual(reader)
    } finally {
      fresh.close()
      freshOrb.close()
    }
  }

  /** Every approval agrees with its command and with the audit log; gives them all. */
  approvalsHold(): readonly LedgerApproval[] {
    const { orbId } = this.#stage
    return this.#stage.ledger((ledger) => {
      const approvals = ledger.approvals(orbId)
      for (const { outcome, effect, decisionId } of approvals) {
        const decided = isDecided(outcome as Outcome)
        expect(decisionId !== null, `${outcome} with decision ${decisionId}`).toBe(decided)
        if (decisionId === null) expect(effect).toBe('none')
        else expect(COMMAND_STATES[effect]).toContain(ledger.command(decisionId)?.state)
      }
      const decisions = approvals.filter((approval) => approval.decisionId !== null)
      expect(ledger.auditedDecisions(orbId), 'decisions in the audit log').toBe(decisions.length)
      return approvals
    })
  }

  #place(row: LedgerEvent): void {
    const event = JSON.parse(row.json) as StreamEvent
    if (event.type !== 'entry') {
      expect(row.position, 'a report has no position').toBeNull()
      return
    }
    const before = this.#transcript(event.threadId)
    expect({ thread: row.threadId, position: row.position }).toEqual({
      thread: event.threadId,
      position: before.head + 1,
    })
    this.#transcripts.set(event.threadId, reduceTranscript(before, [placed(event, before.head + 1)]))
  }

  #transcript(threadId: string): Transcript {
    return this.#transcripts.get(threadId) ?? EMPTY_TRANSCRIPT
  }

  async #threadIsEqual(reader: RoomReader, threadId: string): Promise<void> {
    const { head, entries } = this.#transcript(threadId)
    const room = await reader.until((doc) => {
      const read = readThreadRoom(doc)
      return read.meta.head === head && read.entries.every(({ open }) => !open) ? read : null
    }, `position ${head}, and every entry closed`)
    // An entry that was open for long may stand before the gap that firstPosition tells of.
    const shown = new Set(room.entries.map((entry) => entry.position))
    const from = room.meta.firstPosition ?? 0
    expect(room.entries).toEqual(entries.filter(({ position }) => position >= from || shown.has(position)))
    expect(room.entries.length, 'entries that surely fit').toBeGreaterThanOrEqual(surelyShown(entries))
  }

  async #approvalsAreEqual(reader: RoomReader): Promise<void> {
    const rows = this.#stage.ledger((ledger) => ledger.approvals(this.#stage.orbId))
    await reader.until((doc) => {
      const { approvals } = readOrbRoom(doc)
      const shown = rows.filter((row) => approvals.has(row.approvalId))
      const same = shown.every(({ approvalId, outcome, effect }) => {
        const view = approvals.get(approvalId)
        return isDeepStrictEqual([view?.outcome, view?.effect], [outcome, effect])
      })
      const newest = rows.at(-1)
      return same && (newest === undefined || approvals.has(newest.approvalId)) ? true : null
    }, 'approvals as the ledger has them')
  }
}

/** What the command of a decision may be while the approval's effect is this. */
const COMMAND_STATES: Readonly<Record<string, readonly string[]>> = {
  none: ['recorded'],
  delivered: ['delivered'],
  applied: ['applied'],
  undeliverable: ['undeliverable', 'refused'],
  unknown: ['unknown'],
}

/** How many of the newest entries fill half of what a room may hold. */
function surelyShown(entries: readonly Entry[]): number {
  let bytes = 0
  for (let count = 0; count < Math.min(entries.length, LIMITS.tailEntries / 2); count += 1) {
    bytes += jsonBytes(entries[entries.length - 1 - count])
    if (bytes > LIMITS.tailBytes / 2) return count
  }
  return Math.min(entries.length, LIMITS.tailEntries / 2)
}

function placed({ entryId, runId, kind, at, op, body }: EntryEvent, position: number): PlacedEvent {
  return { position, entryId, runId, kind, at, op, body }
}
