import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../../shared/approvals/decision.ts'
import type { NewNoteToken, NoteTokens } from '../../../shared/notes/notes.ts'
import { audit } from '../audit/audit.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { NoteTokenRow } from '../ledger.ts'
import { statement } from '../store/statement.ts'
import { ownerOf } from '../threads/threads.ts'

/** Note tokens of one orb that count at the same time: far more than scripts, far fewer than would fill a ledger. */
const MOST_TOKENS = 100

const insert = statement((slot: NewNoteToken & { orbId: string; at: number }) =>
  query
    .insertInto('note_tokens')
    .values({
      token_id: slot.tokenId,
      orb_id: slot.orbId,
      thread_id: slot.threadId,
      name: slot.name,
      token_sha256: slot.tokenSha256,
      created_at: slot.at,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

const find = statement((slot: { tokenId: string }) =>
  query
    .selectFrom('note_tokens')
    .select(['token_id as tokenId', 'name', 'thread_id as threadId', 'token_sha256 as tokenSha256'])
    .where('token_id', '=', slot.tokenId)
    .where('revoked_at', 'is', null),
)

const ofOrb = statement((slot: { orbId: string }) =>
  query
    .selectFrom('note_tokens')
    .select([
      'token_id as tokenId',
      'name',
      'thread_id as threadId',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('orb_id', '=', slot.orbId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('token_id'),
)

const revoke = statement((slot: { orbId: string; tokenId: string; at: number }) =>
  query
    .updateTable('note_tokens')
    .set({ revoked_at: slot.at })
    .where('token_id', '=', slot.tokenId)
    .where('orb_id', '=', slot.orbId)
    .where('revoked_at', 'is', null),
)

const byHash = statement((slot: { tokenSha256: string }) =>
  query
    .selectFrom('note_tokens')
    .innerJoin('orbs', 'orbs.orb_id', 'note_tokens.orb_id')
    .select(['token_id as tokenId', 'note_tokens.orb_id as orbId', 'thread_id as threadId', 'name'])
    .where('token_sha256', '=', slot.tokenSha256)
    .where('revoked_at', 'is', null)
    .where('orbs.removed_at', 'is', null),
)

/**
 * Makes a note token known by its hash. The same one again changes nothing. `gone`: the orb has no such thread;
 * `conflict`: its id or hash was used before; `too-many`: some have to be revoked first.
 */
export function createNoteToken(
  op: Operation,
  orbId: string,
  token: NewNoteToken,
  by: Actor,
  at: number,
): 'created' | 'gone' | 'conflict' | 'too-many' {
  const { tokenId, name, threadId, tokenSha256 } = token
  if (ownerOf(op.store, threadId) !== orbId) return 'gone'
  const before = op.store.first(find, { tokenId })
  if (before !== undefined)
    return isDeepStrictEqual({ ...before }, { tokenId, name, threadId, tokenSha256 }) ? 'created' : 'conflict'
  if (op.store.all(ofOrb, { orbId }).length >= MOST_TOKENS) return 'too-many'
  if (op.store.run(insert, { tokenId, name, threadId, tokenSha256, orbId, at }) === 0) return 'conflict'
  audit(op, { at, kind: 'note-token.created', orbId, detail: { tokenId, name, threadId, by } })
  return 'created'
}

/** The note tokens of an orb that count, the oldest first. */
export function noteTokens(op: Operation, orbId: string): NoteTokens['tokens'] {
  return op.store.all(ofOrb, { orbId })
}

/** Ends a note token of an orb. False where there is none, or no more. */
export function revokeNoteToken(op: Operation, orbId: string, tokenId: string, by: Actor, at: number): boolean {
  if (op.store.run(revoke, { orbId, tokenId, at }) === 0) return false
  audit(op, { at, kind: 'note-token.revoked', orbId, detail: { tokenId, by } })
  return true
}

/** The token of this hash while it counts and its orb is here, or null. */
export function noteTokenOf(op: Operation, tokenSha256: string): NoteTokenRow | null {
  return op.store.first(byHash, { tokenSha256 }) ?? null
}
