import { PerigeeError, ErrorBody, isErrorCode } from '../../shared/codes/perigee-error.ts'

/** A request that gets no answer in this time counts as lost: controls come back, and the same id may be sent again. */
const DEADLINE_MS = 15_000

/** The relay could not be reached, or did not answer in time. Whether it took the request is not known. */
export class UnreachableError extends Error {
  constructor(cause?: unknown) {
    super('The relay did not answer.', { cause })
    this.name = 'UnreachableError'
  }
}

/** A JSON answer with its status. Tagged outcomes come with 4xx too, so the caller parses the body first. */
export interface ApiAnswer {
  readonly status: number
  readonly body: unknown
}

/**
 * One request to this app's own relay. Resolves with whatever JSON came, for any status.
 * Throws UnreachableError without an answer, and PerigeeError where the answer is an error body.
 */
export async function api(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<ApiAnswer> {
  const answer = await request(method, path, body)
  if (answer.status < 400) return answer
  const error = ErrorBody.safeParse(answer.body)
  if (!error.success) return answer
  const { code, message } = error.data.error
  throw new PerigeeError(isErrorCode(code) ? code : 'internal', message)
}

async function request(method: string, path: string, body: unknown): Promise<ApiAnswer> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: response.status, body: response.status === 204 ? null : await response.json() }
  } catch (cause) {
    throw new UnreachableError(cause)
  }
}
