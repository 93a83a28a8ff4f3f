import type { SendOutcome } from './send-command.ts'
import { refusalText } from '../i18n/refusals.ts'
import { commandWords } from './words.ts'

/** Why a command was not recorded, in a sentence. `noAnswer`: what to say where the relay was silent. */
export function whyNot(sent: Exclude<SendOutcome, { outcome: 'recorded' }>, noAnswer: string): string {
  if ('message' in sent) return refusalText(sent.outcome, sent.message)
  return sent.outcome === 'unreachable' ? noAnswer : commandWords[sent.outcome]
}
