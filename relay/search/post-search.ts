import type { Grant } from '../../shared/people/grants.ts'
import { EVERYTHING } from '../../shared/people/grants.ts'
import { SearchRequest } from '../../shared/search/search.ts'
import type { SearchScope } from '../ledger/search/terms.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { grantsOfCaller, hasRight, requireRight } from '../web/rights.ts'

/** Hits on one page. */
const PAGE = 30

/** POST /api/search: finds words in the transcripts that this person sees. */
export async function postSearch(c: RelayContext): Promise<Response> {
  const request = await readJsonBody(c, SearchRequest)
  const { words, before } = request
  const scope = await scopeOf(c, request)
  return c.json(await c.var.services.ledger.search({ words, scope, before, limit: PAGE }))
}

async function scopeOf(c: RelayContext, { orbId, threadId }: SearchRequest): Promise<SearchScope> {
  const { ledger, now } = c.var.services
  if (threadId !== null) {
    const owner = await ledger.orbOfThread(threadId)
    if (owner === null) throw new PerigeeError('not-found', 'There is nothing here that you may see.')
    requireRight(c, 'see', { kind: 'thread', orbId: owner, threadId })
    return { orbs: [], threads: [threadId] }
  }
  if (hasRight(c, 'see', EVERYTHING)) return orbId === null ? 'all' : { orbs: [orbId], threads: [] }
  return granted(grantsOfCaller(c), orbId, now())
}

/** What grants show of one orb, or of all. */
function granted(grants: readonly Grant[], orbId: string | null, at: number): SearchScope {
  const live = grants.filter(({ expiresAt }) => expiresAt === null || at < expiresAt)
  const scopes = live.map(({ scope }) => scope).filter((scope) => scope.kind !== 'all')
  const within = scopes.filter((scope) => orbId === null || scope.orbId === orbId)
  return {
    orbs: within.flatMap((scope) => (scope.kind === 'orb' ? [scope.orbId] : [])),
    threads: within.flatMap((scope) => (scope.kind === 'thread' ? [scope.threadId] : [])),
  }
}
