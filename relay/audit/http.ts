import * as z from 'zod/mini'
import type { AuditPage } from '../../shared/audit/audit.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RelayContext } from '../services.ts'

const MOST_ROWS = 1_000

const Query = z.object({
  after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_ROWS)), MOST_ROWS),
})

/** GET /api/audit?after=ID&limit=N: rows, oldest first; with the first page the whole roster, to check them by. */
export async function getAudit(c: RelayContext): Promise<Response> {
  const query = Query.safeParse(c.req.query())
  if (!query.success) {
    throw new PerigeeError('bad-request', `"after" is a row's number or 0, "limit" 1 to ${MOST_ROWS}.`)
  }
  const { after, limit } = query.data
  const { ledger, rosters } = c.var.services
  const rows = await ledger.auditRows(after, limit)
  const page: AuditPage = { rows, roster: after === 0 ? [...rosters.entriesAfter(-1)] : [] }
  return c.json(page)
}
