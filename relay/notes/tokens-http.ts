import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { NewNoteToken, type NoteTokens } from '../../shared/notes/notes.ts'
import { actorOf, idParam, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'

/** GET /api/orbs/:orbId/note-tokens: the tokens that count, without anything that could be used as one. */
export async function getNoteTokens(c: RelayContext): Promise<Response> {
  const tokens = await c.var.services.ledger.noteTokens(idParam(c, 'orbId'))
  return c.json({ tokens } satisfies NoteTokens)
}

/** POST /api/orbs/:orbId/note-tokens: lets a script write notes into one thread. */
export async function createNoteToken(c: RelayContext): Promise<Response> {
  const { ledger, now } = c.var.services
  const orbId = idParam(c, 'orbId')
  const token = await readJsonBody(c, NewNoteToken)
  switch (await ledger.createNoteToken(orbId, token, actorOf(c), now())) {
    case 'created':
      return c.json({ tokenId: token.tokenId }, 201)
    case 'gone':
      throw new PerigeeError('not-found', 'There is no such thread in this orb. Nothing was changed.')
    case 'conflict':
      throw new PerigeeError('conflict', 'Another note token has this id or this secret. Make a new one.')
    case 'too-many':
      throw new PerigeeError('conflict', 'This orb has as many note tokens as it can. Revoke one that is not used.')
  }
}

/** DELETE /api/orbs/:orbId/note-tokens/:tokenId: the script that has it writes nothing more. */
export async function revokeNoteToken(c: RelayContext): Promise<Response> {
  const { ledger, now } = c.var.services
  const revoked = await ledger.revokeNoteToken(idParam(c, 'orbId'), idParam(c, 'tokenId'), actorOf(c), now())
  if (!revoked) throw new PerigeeError('not-found', 'There is no such note token, or no more.')
  return c.body(null, 204)
}
