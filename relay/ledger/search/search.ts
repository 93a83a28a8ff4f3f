import { sql } from 'kysely'
import type { SearchHit, SearchPage } from '../../../shared/search/search.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { searchText } from '../transcripts/facets.ts'
import { newestLogId } from '../transcripts/log.ts'
import { excerptOf } from './excerpt.ts'
import { searchedUpTo } from './index-log.ts'
import { markedWords, matchOf, type SearchScope } from './terms.ts'

/** What is looked for. `before`: only what the log has before that number; null: everything. */
export interface SearchQuery {
  readonly words: string
  readonly scope: SearchScope
  readonly before: number | null
  readonly limit: number
}

const matching = statement((slot: { match: string; before: number; limit: number }) =>
  query
    .selectFrom('search_index')
    .innerJoin('events', 'events.id', 'search_index.rowid')
    .innerJoin('entries', (join) =>
      join.onRef('entries.thread_id', '=', 'events.thread_id').onRef('entries.entry_id', '=', 'events.entry_id'),
    )
    .innerJoin('threads', 'threads.thread_id', 'events.thread_id')
    .innerJoin('orbs', 'orbs.orb_id', 'events.orb_id')
    .select([
      'events.id',
      'events.orb_id as orbId',
      'entries.thread_id as threadId',
      'entries.entry_id as entryId',
      'entries.position',
      'entries.kind',
      'entries.at',
      'events.json',
      'threads.title',
      'threads.title_by_person as titleByPerson',
    ])
    .where(sql<boolean>`search_index MATCH ${slot.match}`)
    .where('search_index.rowid', '<', slot.before)
    .where('orbs.removed_at', 'is', null)
    .orderBy('search_index.rowid', 'desc')
    .limit(slot.limit),
)

/** Entries that hold all the words within a scope, the newest first. */
export function search({ store }: Operation, { words, scope, before, limit }: SearchQuery): SearchPage {
  const complete = searchedUpTo(store) >= newestLogId(store)
  const match = matchOf(words, scope)
  if (match === null) return { hits: [], next: null, complete }
  const rows = store.all(matching, { match, before: before ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 })
  const wanted = markedWords(words)
  const shown = rows.slice(0, limit)
  const hits = shown.map(({ id: _, json, title, titleByPerson, ...hit }): SearchHit => {
    const excerpt = excerptOf(searchText(JSON.parse(json)), wanted)
    return { ...hit, threadTitle: titleByPerson ?? title ?? '', excerpt }
  })
  return { hits, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null, complete }
}
