import type { DecisionOutcome } from '../../shared/approvals/decision.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { shownBriefly } from '../device/terminal-text.ts'
import { moment } from './grant-words.ts'

const SENTENCE_CHARS = 500

/** What became of a decision at the relay, in a sentence or two. */
export function outcomeSentence(outcome: DecisionOutcome, verdict: 'allow' | 'deny'): string {
  switch (outcome.outcome) {
    case 'recorded':
      return verdict === 'allow' ? 'Allowed, and signed.' : 'Denied, and signed.'
    case 'already-decided': {
      const { by, at, result } = outcome
      const who = by === null ? '' : ` by ${shownBriefly(by.personName)} on ${shownBriefly(by.deviceName)}`
      return `Your answer was not used. It was decided before: ${shownBriefly(result)}${who}, ${moment(at)}.`
    }
    case 'expired':
      return 'Too late: the time for an answer was over. Your answer was not used.'
    case 'changed':
      return 'What is asked has changed since you looked. Nothing was decided. Look again, then answer.'
    case 'gone':
      return `Nobody waits for this answer any more. Your answer was not used. ${shownBriefly(outcome.reason, SENTENCE_CHARS)}`
    case 'forbidden':
      return `Nothing was decided. ${shownBriefly(outcome.message, SENTENCE_CHARS)}`
    case 'step-up-required':
      return 'This needs a passkey. Nothing was decided. Answer in the app.'
  }
}

/** What became of the answer at the orb, as far as it is known. */
export function effectSentence({ effect, message }: Pick<ApprovalView, 'effect' | 'message'>): string {
  const why = message === null ? '' : ` ${shownBriefly(message, SENTENCE_CHARS)}`
  const sentences: Readonly<Record<ApprovalView['effect'], string>> = {
    none: 'The relay has it; the orb does not have it yet.',
    delivered: 'The orb has it; the agent has not confirmed it yet.',
    applied: 'The agent has it.',
    undeliverable: 'It could not be delivered.',
    unknown: 'Whether the agent got it is not known. It will not be sent again.',
    bypassed: 'The agent went on without the answer.',
  }
  return sentences[effect] + why
}
