import type { EntryEvent, StreamEvent } from '../../../shared/link/events.ts'
import type { Operation } from '../commit/operation.ts'
import type { CommitOutcome, EventBatch } from '../ledger.ts'
import { noteActivity } from '../orbs/activity.ts'
import { generationOf } from '../orbs/orbs.ts'
import { ownerOf } from '../threads/threads.ts'
import { activityLine } from './facets.ts'
import { numberEvents, writeLog, type LogItem } from './log.ts'
import { placeEntries } from './place-entries.ts'
import { applyReport } from './reports.ts'
import { sift } from './sift.ts'
import { ackedOf, advanceStream } from './streams.ts'

/**
 * Commits events of one stream. What was committed before is skipped; the rest is written to the log as it came,
 * entries get their positions, and reports take effect. A batch that cannot be taken whole is taken up to there.
 */
export function commitEvents(op: Operation, batch: EventBatch): CommitOutcome {
  const { store } = op
  const { orbId, stream, generation } = batch
  if (generationOf(store, orbId) !== generation) return { outcome: 'fenced' }
  const from = ackedOf(store, orbId, stream)
  const { fresh, gap } = sift(batch.events, from)
  if (fresh.length > 0 && op.space.refusesEvents()) return { outcome: 'storage-full', acked: from }
  const foreign = firstForeign(op, orbId, fresh)
  const taken = foreign === null ? fresh : fresh.slice(0, foreign.index)
  const to = from + taken.length
  if (taken.length > 0) {
    if (!advanceStream(store, { orbId, stream, generation, from, to })) return { outcome: 'fenced' }
    take(op, batch, taken)
  }
  if (foreign !== null) return { outcome: 'refused', acked: to, message: foreign.message }
  return { outcome: gap ? 'gap' : 'committed', acked: to }
}

function take(op: Operation, batch: EventBatch, events: readonly StreamEvent[]): void {
  const items = numberEvents(op.store, events)
  const entries = items.filter(isEntry)
  const places = placeEntries(op, batch, entries)
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

/** The first event that belongs to a thread of another orb: nobody may write there, so it can never be taken. */
function firstForeign(
  op: Operation,
  orbId: string,
  events: readonly StreamEvent[],
): { readonly index: number; readonly message: string } | null {
  const looked = new Set<string>()
  for (const [index, event] of events.entries()) {
    if (event.type !== 'entry' || looked.has(event.threadId)) continue
    looked.add(event.threadId)
    const owner = ownerOf(op.store, event.threadId)
    if (owner !== null && owner !== orbId)
      return { index, message: `Event ${event.seq} is for thread ${event.threadId}, which belongs to another orb.` }
  }
  return null
}
