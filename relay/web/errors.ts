import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { toPerigeeError } from '../../shared/codes/perigee-error.ts'

/** Turns anything that a handler threw into the one JSON form; only what failed inside is logged as an error. */
export function errorResponse(thrown: unknown, c: Context, log: Logger): Response {
  const error = toPerigeeError(thrown)
  const where = { method: c.req.method, path: c.req.path, code: error.code }
  if (error.status === 500) log.error({ ...where, err: thrown }, 'request failed')
  else log.debug({ ...where, says: error.message }, 'request refused')
  return c.json(error.toBody(), error.status as ContentfulStatusCode)
}
