import { exactTime } from '../ui/time-words.ts'
import type { DecideOutcome } from './decide.ts'

/** What a person is told about a decision that the relay did not record; null where it did. */
export function outcomeSentence(outcome: DecideOutcome): string | null {
  switch (outcome.outcome) {
    case 'recorded':
      return null
    case 'already-decided':
      return outcome.by === null
        ? `This was settled before: ${outcome.result}. Your answer was not used.`
        : `${outcome.by.personName} on ${outcome.by.deviceName} answered first, ${exactTime(outcome.at)}: ${outcome.result}. Your answer was not used.`
    case 'expired':
      return `Its time ran out ${exactTime(outcome.at)}. Your answer was not used.`
    case 'changed':
      return 'What is asked has changed since this was shown. Nothing was sent to the agent. Read it again and decide anew.'
    case 'gone':
      return `This question is gone: ${outcome.reason} Your answer was not used.`
    case 'forbidden':
      return 'This device may not decide this. Nothing was sent.'
    case 'step-up-required':
      return 'This needs a passkey, which this version does not have. Nothing was sent.'
    case 'unreachable':
      return 'The relay did not answer, so it is not known whether it has your answer. Press again: it counts once.'
    case 'mismatch':
      return 'What is on this screen is not what the runner says was asked. Nothing was sent. Reload the page.'
    case 'failed':
      return outcome.message
  }
}
