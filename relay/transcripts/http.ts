import * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'
import { idParam, type RelayContext } from '../services.ts'

const Query = z.object({
  before: z._default(z.coerce.number().check(z.int(), z.gte(1)), Number.MAX_SAFE_INTEGER),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIMITS.pageEntries)), LIMITS.pageEntries),
})

/** GET /api/threads/:threadId/entries?before=POSITION&limit=N: entries older than `before`, oldest first. */
export async function getEntries(c: RelayContext): Promise<Response> {
  const query = Query.safeParse(c.req.query())
  if (!query.success) {
    throw new PerigeeError('bad-request', `"before" is a position from 1 up, "limit" 1 to ${LIMITS.pageEntries}.`)
  }
  const { before, limit } = query.data
  const page = await c.var.services.ledger.entriesBefore(idParam(c, 'threadId'), before, limit)
  if (page === null) throw new PerigeeError('not-found', 'There is no such thread.')
  return c.json(page)
}
