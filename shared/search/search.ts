import * as z from 'zod/mini'
import { Id, Millis, Ordinal } from '../ids.ts'

/** Characters of one search. */
export const SEARCH_CHARS = 200

/**
 * POST /api/search: entries that hold all of these words, the last one as far as it is written, the newest first; in
 * everything that the person sees, in one orb, or in one thread. `before`: goes on where the page before ended. A POST,
 * so that what people look for stands in no log of addresses.
 */
export const SearchRequest = z.object({
  words: z.string().check(z.minLength(1), z.maxLength(SEARCH_CHARS)),
  orbId: z.nullable(Id),
  threadId: z.nullable(Id),
  before: z.nullable(Ordinal),
})
/** POST /api/search. */
export type SearchRequest = z.infer<typeof SearchRequest>

/** An entry that was found, with the words around what was looked for. */
export const SearchHit = z.object({
  orbId: z.string(),
  threadId: z.string(),
  /** Empty where it has none. */
  threadTitle: z.string(),
  entryId: z.string(),
  /** Where the entry begins in its thread. */
  position: Ordinal,
  kind: z.string(),
  at: Millis,
  /** A piece of the entry in its order; `found` is what was looked for. */
  excerpt: z.array(z.object({ text: z.string(), found: z.boolean() })),
})
/** An entry that was found. */
export type SearchHit = z.infer<typeof SearchHit>

/** The answer: hits, the newest first. */
export const SearchPage = z.object({
  hits: z.array(SearchHit),
  /** What `before` of the next page is; null where nothing is older. */
  next: z.nullable(Ordinal),
  /** False while entries of the ledger are still being taken into the index. */
  complete: z.boolean(),
})
/** A page of what was found. */
export type SearchPage = z.infer<typeof SearchPage>
