import { newId } from '../../../shared/ids.ts'
import { jsonBytes } from '../../../shared/json/digest.ts'
import type { EntryEvent } from '../../../shared/link/events.ts'
import type { Note, NoteBody } from '../../../shared/notes/notes.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { NoteOutcome, NoteTokenRow } from '../ledger.ts'
import { standingOf } from '../orbs/orbs.ts'
import { statement } from '../store/statement.ts'
import { commitEvents } from '../transcripts/commit-events.ts'
import { ackedOf } from '../transcripts/streams.ts'

const known = statement((slot: { tokenId: string; noteId: string }) =>
  query.selectFrom('notes').select('position').where('token_id', '=', slot.tokenId).where('note_id', '=', slot.noteId),
)

const remember = statement((slot: { tokenId: string; noteId: string; position: number }) =>
  query.insertInto('notes').values({ token_id: slot.tokenId, note_id: slot.noteId, position: slot.position }),
)

const use = statement((slot: { tokenId: string; at: number }) =>
  query
    .updateTable('note_tokens')
    .set({ last_used_at: slot.at })
    .where('token_id', '=', slot.tokenId)
    .where('revoked_at', 'is', null),
)

/**
 * Appends a note to its token's thread, once by its id, on a stream that is the token's own: no runner can name it, since
 * a dot stands in no id. The entry's id is minted here, so that a script can never write into an entry of the agent.
 */
export function addNote(op: Operation, token: NoteTokenRow, note: Note, at: number): NoteOutcome {
  const { tokenId, orbId, threadId, name } = token
  const { noteId } = note
  if (op.store.run(use, { tokenId, at }) === 0) return { outcome: 'gone' }
  const before = op.store.first(known, { tokenId, noteId })
  if (before !== undefined) return { outcome: 'kept', position: before.position }
  const standing = standingOf(op.store, orbId)
  if (standing === undefined) return { outcome: 'gone' }
  const stream = 'notes.' + tokenId
  const body: NoteBody = { note: note.kind, text: note.text, value: note.value, by: name }
  const event: EntryEvent = {
    type: 'entry',
    seq: ackedOf(op.store, orbId, stream) + 1,
    at,
    threadId,
    runId: null,
    entryId: newId(),
    op: 'close',
    kind: 'note',
    bytes: jsonBytes(body),
    facets: { text: note.text },
    body,
  }
  const { generation } = standing
  const { outcome } = commitEvents(op, { orbId, generation, link: stream, stream, events: [event], receivedAt: at })
  if (outcome === 'storage-full') return { outcome }
  const position = op.touched.entries.at(-1)?.event.position
  if (outcome !== 'committed' || position === undefined) throw new TypeError('A note was not committed: ' + outcome)
  op.store.run(remember, { tokenId, noteId, position })
  return { outcome: 'kept', position }
}
