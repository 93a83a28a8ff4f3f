import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Note } from '../../shared/notes/notes.ts'
import type { RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'

/** POST /api/notes: a script appends a note to the one thread that its token is for, once by the note's id. */
export async function postNote(c: RelayContext): Promise<Response> {
  const { ledger, limits, now } = c.var.services
  const { caller } = c.var
  if (caller.kind !== 'note-token') throw noToken()
  if (!limits.notes.take(caller.token.tokenId)) {
    throw new PerigeeError(
      'too-many',
      'This token writes too many notes. The note was not kept; try again in a minute.',
    )
  }
  const note = await readJsonBody(c, Note)
  const outcome = await ledger.addNote(caller.token, note, now())
  switch (outcome.outcome) {
    case 'kept':
      return c.json({ noteId: note.noteId, position: outcome.position })
    case 'gone':
      throw noToken()
    case 'storage-full':
      throw new PerigeeError('storage-full', 'The relay cannot store more. The note was not kept; try again later.')
  }
}

function noToken(): PerigeeError {
  return new PerigeeError('unauthenticated', 'This needs a note token that an owner made and that still counts.')
}
