import { RequestError } from '@agentclientprotocol/sdk'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { cutName } from '../transcripts/tool-call.ts'

const AUTH_REQUIRED = -32000

/** A sentence for people about what went wrong with the agent. */
export function sentenceOf(error: unknown): string {
  if (error instanceof PerigeeError) return error.message
  if (error instanceof RequestError && error.code === AUTH_REQUIRED) {
    return 'The agent wants you to sign in. Start it once in a terminal, sign in there, and try again.'
  }
  const said = error instanceof Error ? error.message : String(error)
  return `The agent reported an error: ${cutName(said, 500)}`
}
