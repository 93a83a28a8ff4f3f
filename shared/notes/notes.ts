import * as z from 'zod/mini'
import { Id, Millis, Sha256 } from '../ids.ts'
import { Name } from '../people/name.ts'

/** POST /api/orbs/:orbId/note-tokens: lets a script write notes into one thread. The relay learns the token's hash. */
export const NewNoteToken = z.object({
  tokenId: Id,
  name: Name,
  threadId: Id,
  tokenSha256: Sha256,
})
/** POST /api/orbs/:orbId/note-tokens. */
export type NewNoteToken = z.infer<typeof NewNoteToken>

/** GET /api/orbs/:orbId/note-tokens. */
export const NoteTokens = z.object({
  tokens: z.array(
    z.object({ tokenId: Id, name: z.string(), threadId: Id, createdAt: Millis, lastUsedAt: z.nullable(Millis) }),
  ),
})
/** The note tokens of an orb. */
export type NoteTokens = z.infer<typeof NoteTokens>

/** POST /api/notes, with `Authorization: Bearer <token>`. `noteId` makes a repetition harmless. */
export const Note = z.object({
  noteId: Id,
  kind: z.enum(['note', 'progress', 'metric']),
  text: z.string().check(z.minLength(1), z.maxLength(4000)),
  /** Of `progress`, from 0 to 1; of `metric`, its value. */
  value: z.nullable(z.number()),
})
/** POST /api/notes. */
export type Note = z.infer<typeof Note>

/** The body of a `note` entry in a transcript: shown as written by a script, whatever it says. */
export const NoteBody = z.object({
  note: z.enum(['note', 'progress', 'metric']),
  text: z.string(),
  value: z.nullable(z.number()),
  by: z.string(),
})
/** The body of a `note` entry. */
export type NoteBody = z.infer<typeof NoteBody>

/** Notes a token may write: a burst, then this many in a minute. */
export const NOTES_PER_MINUTE = 60
