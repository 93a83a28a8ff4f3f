import type { EntryEvent } from '../../shared/link/events.ts'
import { foldStep } from '../../shared/transcripts/fold.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import { isObject } from '../harness/json-rpc.ts'
import type { OrbDatabase } from '../spool/database.ts'
import type { Journal } from '../spool/journal.ts'
import type { Spool } from '../spool/spool.ts'

/**
 * Closes every entry that an earlier runner left open, with the body that its events in the spool build up. A tool call
 * that was running counts as cancelled: what it did after the crash nobody can say.
 */
export function closeLeftOpen(db: OrbDatabase, journal: Journal, spool: Spool): number {
  const rows = db
    .prepare<[], { entry_id: string; first_seq: number }>('SELECT entry_id, first_seq FROM open_entries')
    .all()
  if (rows.length === 0) return 0
  const bodies = new Map<string, unknown>(rows.map((row) => [row.entry_id, undefined]))
  const newest = new Map<string, EntryEvent>()
  for (const event of spool.readFrom(Math.min(...rows.map((row) => row.first_seq)))) {
    if (event.type !== 'entry' || !bodies.has(event.entryId)) continue
    bodies.set(event.entryId, foldStep(bodies.get(event.entryId), event))
    newest.set(event.entryId, event)
  }
  for (const [entryId, event] of newest) {
    const { threadId, runId, kind } = event
    const folded = bodies.get(entryId)
    const body = kind === 'tool_call' && isObject(folded) ? { ...folded, status: 'cancelled' } : folded
    spool.append({ at: Date.now(), threadId, runId, entryId, op: 'close', kind, bytes: jsonBytes(body), body })
  }
  journal.enqueue(() => db.prepare('DELETE FROM open_entries').run())
  journal.commit()
  return newest.size
}
