import { RequestError } from '@agentclientprotocol/sdk'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { isObject } from '../json-rpc.ts'
import { reportedError } from '../error-sentence.ts'

const AUTH_REQUIRED = -32000

const USUAL_HINT = 'Start it once in a terminal, sign in there, and try again.'

/**
 * What a call of ours failed with: an error that the harness reported becomes a PerigeeError with a sentence; any other
 * (the connection has ended) stays what it is. `hint` says how a person signs in; null: as usual.
 */
export function acpError(error: unknown, hint: string | null): unknown {
  if (!(error instanceof RequestError)) return error
  if (error.code === AUTH_REQUIRED) {
    const how = hint === null ? USUAL_HINT : `Do so in a terminal, and try again: ${hint}`
    const message = `The agent wants you to sign in. ${how}`
    return new PerigeeError('unauthenticated', message, error)
  }
  return new PerigeeError('unavailable', reportedError(saidIn(error)), error)
}

/** Some harnesses say "Internal error" and put what happened beside it. */
function saidIn({ message, data }: RequestError): string {
  if (!isObject(data)) return typeof data === 'string' && data !== '' ? `${message}: ${data}` : message
  const details = data['details'] ?? data['message']
  return typeof details === 'string' && details !== '' && details !== message ? `${message}: ${details}` : message
}
