import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { readBody } from './body.ts'
import { parseJson } from './parse-json.ts'

/** The parsed body of a JSON request. Throws `not-json`, `too-large` or `bad-request`; reads no more than the bound. */
export async function readJsonBody<S extends z.ZodMiniType>(c: Context, schema: S): Promise<z.infer<S>> {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new PerigeeError('not-json', 'This address takes application/json only. Nothing was changed.')
  }
  const text = decodeUtf8(await readBody(c))
  const parsed = schema.safeParse(parseJson(text, 'The request'))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue === undefined || issue.path.length === 0 ? 'The request' : `"${issue.path.join('.')}"`
  throw new PerigeeError(
    'bad-request',
    `${where} is not as expected: ${issue?.message ?? 'unknown'}. Nothing was changed.`,
  )
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new PerigeeError('bad-request', 'The request is not UTF-8 text. Nothing was changed.', error)
  }
}
