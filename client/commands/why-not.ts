import type { SendOutcome } from './send-command.ts'

const refused = {
  'stale-fence': 'Somebody else has taken over this orb. Nothing was changed: reload the page to see who.',
  forbidden: 'This device may not do that. Nothing was changed.',
} as const

/** Why a command was not recorded, in a sentence. `noAnswer`: what to say where the relay was silent. */
export function whyNot(sent: Exclude<SendOutcome, { outcome: 'recorded' }>, noAnswer: string): string {
  if ('message' in sent) return sent.message
  return sent.outcome === 'unreachable' ? noAnswer : refused[sent.outcome]
}
