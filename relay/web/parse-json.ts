import { PerigeeError } from '../../shared/codes/perigee-error.ts'

/** Parses JSON from outside. Throws a `bad-request` that says what is wrong; `what` names the thing in that sentence. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new PerigeeError('bad-request', `${what} is not JSON. Nothing was changed.`, error)
  }
}
