import { PerigeeError, ErrorBody, isErrorCode } from '../../shared/codes/perigee-error.ts'
import { refusalText } from '../i18n/refusals.ts'
import { renewSession } from './renewal.ts'

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

/** What a request of this app may be. */
export type Method = 'GET' | 'POST' | 'DELETE'

/**
 * One request to this app's own relay, as a signed-in device: where the session has lapsed, it is renewed and the
 * request is made once more. Resolves with whatever JSON came, for any status. `proof`: makes the device's signature
 * of this request, anew for each try. Throws what that throws, UnreachableError without an answer, and PerigeeError where the answer is an error body.
 */
export async function api(
  method: Method,
  path: string,
  body?: unknown,
  proof?: () => Promise<string>,
): Promise<ApiAnswer> {
  const asked = performance.now()
  const ask = async (): Promise<ApiAnswer> =>
    askRelay(method, path, body, proof === undefined ? {} : { 'perigee-proof': await proof() })
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PerigeeError) || error.code !== 'unauthenticated') throw error
    if ((await renewSession(asked)) !== 'renewed') throw error
    return ask()
  }
}

/**
 * The same without a renewal: for what is asked before, or in place of, a session. `headers`: what proves the asker
 * beside or without one. Throws as api does.
 */
export async function askRelay(
  method: Method,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const answer = await request(method, path, body, headers)
  if (answer.status < 400) return answer
  const error = ErrorBody.safeParse(answer.body)
  if (!error.success) return answer
  const { code, message } = error.data.error
  throw new PerigeeError(isErrorCode(code) ? code : 'internal', refusalText(code, message))
}

async function request(
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<ApiAnswer> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE_MS),
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: response.status === 204 ? null : await response.json() }
  } catch (cause) {
    throw new UnreachableError(cause)
  }
}
