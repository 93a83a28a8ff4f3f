import * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from './error-codes.ts'

/** The JSON body of every failed request. */
export const ErrorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
/** The JSON body of every failed request. */
export type ErrorBody = z.infer<typeof ErrorBody>

/**
 * The one error of this project: thrown only where a request or an operation cannot go on.
 * `message` is for people: what happened, what was kept, what to do next.
 */
export class PerigeeError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'PerigeeError'
    this.code = code
  }

  /** The HTTP status of this error. */
  get status(): number {
    return ERRORS[this.code]
  }

  /** What a client gets to see: never the cause. */
  toBody(): ErrorBody {
    return { error: { code: this.code, message: this.message } }
  }
}

/** Turns anything thrown into a PerigeeError; what was not one already becomes `internal` with a plain sentence. */
export function toPerigeeError(thrown: unknown): PerigeeError {
  if (thrown instanceof PerigeeError) return thrown
  return new PerigeeError('internal', 'Something failed inside. Nothing that was confirmed is lost. Try again.', thrown)
}

/** True for a code of the table: what a client uses to read an ErrorBody. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}
