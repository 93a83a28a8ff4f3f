import type * as z from 'zod/mini'
import { ErrorBody, isErrorCode, PerigeeError } from '../../shared/codes/perigee-error.ts'
import { isDeeperThan } from '../../shared/json/depth.ts'
import { LIMITS } from '../../shared/limits.ts'
import { shownBriefly } from './terminal-text.ts'

/** A relay that says nothing for this long is taken for away. */
const ANSWER_MS = 30_000
/** More than any page of the API; what is longer is not read. */
const ANSWER_BYTES = 64 * 1024 * 1024
const SENTENCE_CHARS = 500

/** One request to a relay. */
export interface RelayRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With its query. */
  readonly path: string
  /** JSON text; null where there is none. */
  readonly body: string | null
  /** The Authorization header; null for what anybody may ask. */
  readonly authorization: string | null
}

/** What came back: the status, and the body where it is JSON. */
export interface RelayAnswer {
  readonly status: number
  readonly json: unknown
}

/**
 * Sends one request: no cookie, no Origin, and no redirect is followed.
 * @throws PerigeeError `unavailable` where no relay answers
 */
export async function askRelay(relay: string, request: RelayRequest): Promise<RelayAnswer> {
  const { method, path, body, authorization } = request
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== null) headers['content-type'] = 'application/json'
  if (authorization !== null) headers['authorization'] = authorization
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(relay + path, { method, headers, body, redirect: 'error', signal })
    return { status: answer.status, json: readJson(await readText(answer)) }
  } catch (error) {
    if (error instanceof PerigeeError) throw error
    throw new PerigeeError(
      'unavailable',
      `No relay answers at ${shownBriefly(relay)}. Start it, or name another one with --relay.`,
      error,
    )
  }
}

/**
 * What a relay answered, by a schema; or its refusal as an error.
 * @throws PerigeeError with the relay's own sentence, made safe for a terminal
 */
export function readAnswer<T>(answer: RelayAnswer, schema: z.ZodMiniType<T>): T {
  const read = schema.safeParse(answer.json)
  if (read.success && answer.status < 500) return read.data
  throw refusalOf(answer)
}

/** The error that an answer stands for: its own words, or that it makes no sense. */
export function refusalOf({ status, json }: RelayAnswer): PerigeeError {
  const refusal = ErrorBody.safeParse(json)
  if (!refusal.success) {
    return new PerigeeError('internal', `The relay answered ${status} with something that this version cannot read.`)
  }
  const { code, message } = refusal.data.error
  return new PerigeeError(isErrorCode(code) ? code : 'internal', shownBriefly(message, SENTENCE_CHARS))
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += (chunk as Uint8Array).length
    if (length > ANSWER_BYTES) throw new PerigeeError('too-large', 'The relay answers with more than can be read.')
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return isDeeperThan(json, LIMITS.jsonDepth + 10) ? undefined : json
  } catch {
    return undefined
  }
}
