import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { cutName } from '../transcripts/tool-call.ts'

/** A sentence for people about what went wrong with the agent. */
export function sentenceOf(error: unknown): string {
  if (error instanceof PerigeeError) return error.message
  return reportedError(error instanceof Error ? error.message : String(error))
}

/** A sentence around what an agent said of its own error. */
export function reportedError(said: string): string {
  return `The agent reported an error: ${cutName(said, 500)}`
}
