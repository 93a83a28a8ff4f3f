import type { EntryEvent, StreamEvent } from '../../../shared/link/events.ts'
import type { Operation } from '../commit/operation.ts'
import type { CommitOutcome, EventBatch } from '../ledger.ts'
import { noteActivity } from '../orbs/activity.ts'
import { ownerOf } from '../threads/threads.ts'
import { activityLine } from './facets.ts'
import { numberEvents, writeLog, type LogItem } from './log.ts'
import { placeEntries } from './place-entries.ts'
import { applyReport } from './reports.ts'
import { sift } from './sift.ts'
import { advanceStream, ensureStream, placeOf } from './streams.ts'

/**
 * Commits events of one stream. What was committed before is skipped; the rest is written to the log as it came,
 * entries get their positions, and reports take effect. A batch that cannot be taken whole is taken up to there.
 */
export function commitEvents(op: Operation, batch: EventBatch): CommitOutcome {
  const { store } = op
  const { orbId, stream, generation } = batch
  const place = placeOf(store, orbId, stream)
  if (place?.generation !== generation) return { outcome: 'fenced' }
  if (place.acked === null) ensureStream(store, orbId, stream)
  const from = place.acked ?? 0
  const { fresh, gap } = sift(batch.events, from)
  if (fresh.length > 0 && op.space.refusesEvents()) {
    op.space.refused()
    return { outcome: 'storage-full', acked: from }
  }
  const { foreign, known } = lookAtThreads(op, orbId, fresh)
  const taken = foreign === null ? fresh : fresh.slice(0, foreign.index)
  const to = from + taken.length
  if (taken.length > 0) {
    if (!advanceStream(store, { orbId, stream, generation, from, to })) return { outcome: 'fenced' }
    take(op, batch, taken, known)
  }
  if (foreign !== null) return { outcome: 'refused', acked: to, message: foreign.message }
  return { outcome: gap ? 'gap' : 'committed', acked: to }
}

function take(op: Operation, batch: EventBatch, events: readonly StreamEvent[], known: ReadonlySet<string>): void {
  const items = numberEvents(op.store, events)
  const entries = items.filter(isEntry)
  const places = placeEntries(op, batch, entries, known)
  writeLog(op.store, batch, items, places)
  for (const { event } of items) if (event.type === 'report') applyReport(op, batch, event)
  let activity: string | null = null
  for (const { event } of entries) activity = activityLine(event) ?? activity
  const threadId = entries.at(-1)?.event.threadId ?? null
  noteActivity(op, { orbId: batch.orbId, at: batch.receivedAt, activity, threadId })
}

function isEntry(item: LogItem): item is LogItem<EntryEvent> {
  return item.event.type === 'entry'
}

interface ThreadsOfBatch {
  /** The threads of this orb that have a row already. */
  readonly known: ReadonlySet<string>
  /** The first event for a thread of another orb: nobody may write there, so it can never be taken. */
  readonly foreign: { readonly index: number; readonly message: string } | null
}

function lookAtThreads(op: Operation, orbId: string, events: readonly StreamEvent[]): ThreadsOfBatch {
  const known = new Set<string>()
  const fresh = new Set<string>()
  for (const [index, event] of events.entries()) {
    if (event.type !== 'entry' || known.has(event.threadId) || fresh.has(event.threadId)) continue
    const owner = ownerOf(op.store, event.threadId)
    if (owner !== null && owner !== orbId) {
      const message = `Event ${event.seq} is for thread ${event.threadId}, which belongs to another orb.`
      return { known, foreign: { index, message } }
    }
    const seen = owner === null ? fresh : known
    seen.add(event.threadId)
  }
  return { known, foreign: null }
}
