import type { Effect, Outcome } from '../../shared/approvals/machine.ts'
import { formatNumber, plural } from '../i18n/formats.ts'
import { translated } from '../i18n/translated.ts'

/** Words of approvals. */
export const approvalWords = translated('approvalWords', {
  waits: 'Waits for you',
  waitsForOthers: 'Waits for an answer',
  waitingCount: (count: number): string => `${count} wait for you`,
  announce: (risk: string, action: string, target: string): string => `Waits for you. ${risk}. ${action}. ${target}`,
  review: 'Review',
  look: 'See the whole question',
  deny: 'Deny',
  decline: 'Decline',
  denyWithReason: 'Deny with a reason',
  denyAndStop: 'Deny and stop',
  stopped: 'And stop the run.',
  cancelReason: 'Back',
  reasonLabel:
    'Your reason, for the record. The agent learns that you denied, not why: to tell it, write it a message.',
  reasonOwn: 'In your own words',
  reasonChips: ['Too broad', 'Use a branch', 'Explain first'],
  allowOnce: 'Allow once',
  allowAlways: 'Allow always',
  allowNamed: (name: string): string => `Allow: ${name}`,
  holdToAllow: 'Hold: allow',
  holdNamed: (name: string): string => `Hold: ${name}`,
  // As long as "Hold: allow", so that nothing moves under the finger.
  releaseToAllow: 'Release: allow',
  confirmQuestion: 'Allow this?',
  several: 'This harness offers several answers of one kind. Read their names; none is chosen for you.',
  alwaysOnly: 'This harness knows no single permission: allowing now allows it from now on, by its own rule.',
  unknownOptions: (names: string): string => `Answers of a kind that this app does not know are not offered: ${names}`,
  noAllow: 'This harness offers nothing that allows. It can only be denied.',
  command: 'What would run',
  in: 'Folder',
  branch: 'Branch',
  files: (count: number): string =>
    `${formatNumber(count)} ${plural(count, { one: 'file', other: 'files' })} would change`,
  touches: 'Touches',
  input: 'What the harness sent',
  claim: 'The agent says',
  claimNote: 'a claim, not checked',
  rule: 'Risk set by',
  asked: 'Asked',
  noExpiry: 'no expiry',
  timeLeft: (time: string): string => `${time} left`,
  timeOver: 'Time is over',
  thenNothing:
    'When that is over, no answer counts. It is recorded as unanswered, not as denied, and the agent is told that nobody came.',
  expiresSoon: 'Less than a minute left to answer',
  digest: 'Digest',
  unsignedReceipt: 'unsigned',
  signedHere: 'signed by this device',
  signedThere: 'signed by that device',
  lookOnly: 'You can look. An operator or an owner of this orb can answer.',
  away: 'The orb is not reachable. Your answer is kept by the relay and delivered when it is back. Away since',
  offline:
    'This device is not connected. Nothing can be allowed until it is. A denial is kept here and goes by itself.',
  byYou: 'you',
  by: (who: string): string => `by ${who}`,
  alwaysName: 'allow always',
  sendAnswer: 'Send answer',
  missing: (titles: string): string => `Still open: ${titles}`,
  notANumber: (title: string): string => `${title} must be a number`,
  yes: 'Yes',
  no: 'No',
  optional: 'optional',
  answeredElsewhere: 'This is answered on a page elsewhere:',
  haveAnswered: 'I have answered there',
  yourAnswer: 'Answer',
  reason: 'Reason',
})

/** What a tool of each kind would do, as a heading. */
export const actionWords = translated<Readonly<Record<string, string>>>('actionWords', {
  read: 'Read',
  edit: 'Change files',
  delete: 'Delete',
  move: 'Move or rename',
  search: 'Search',
  execute: 'Run a command',
  think: 'Think',
  fetch: 'Reach the network',
  switch_mode: 'Change its mode',
})

/** The words of the two buttons, from press to effect. */
export const progressWords = translated('progressWords', {
  allow: { sending: 'Sending', recorded: 'Allowed, on its way', applied: 'Allowed', failed: 'Try again: allow' },
  deny: { sending: 'Sending', recorded: 'Denied, on its way', applied: 'Denied', failed: 'Try again: deny' },
  answer: { sending: 'Sending', recorded: 'Answered, on its way', applied: 'Answered', failed: 'Send again' },
})

/** What became of an answer that had no chance, said to the one who gave it. */
export const toldWords = translated('toldWords', {
  alreadyDecided: 'Your answer was not used. It was decided before',
  expired: 'Too late: the time for an answer was over. Your answer was not used.',
  changed: 'What is asked has changed since you looked. Nothing was decided. Look again, then answer.',
  gone: 'Nobody waits for this answer any more. Your answer was not used.',
  forbidden: (why: string): string => `Your answer does not count here. ${why} Nothing was decided.`,
  'step-up-required': 'This needs a passkey. Nothing was decided.',
})

/** How an approval ended, as the first words of its receipt. */
export const outcomeWords = translated<Readonly<Record<Outcome, string>>>('outcomeWords', {
  pending: 'Waits for an answer',
  allowed: 'Allowed',
  denied: 'Denied',
  answered: 'Answered',
  expired: 'Expired without an answer',
  superseded: 'Replaced by a newer question',
  withdrawn: 'Withdrawn by the agent',
  void: 'Void: the harness or the runner went away',
})

/** What became of an answer on its way to the agent. */
export const effectTexts = translated<Readonly<Record<Effect, string>>>('effectTexts', {
  bypassed: 'The agent went on without the answer.',
  none: 'Recorded by the relay. The orb does not have it yet.',
  delivered: 'The orb has it. The agent has not confirmed it yet.',
  applied: 'The agent has it.',
  undeliverable: 'It could not be delivered: the agent no longer waited.',
  unknown: 'Whether the agent got it is not known. It will not be sent again.',
})

/** What became of the answer. Empty where the outcome says all. */
export function effectWords(outcome: Outcome, effect: Effect): string {
  const decided = outcome === 'allowed' || outcome === 'denied' || outcome === 'answered'
  return decided || effect === 'bypassed' ? effectTexts[effect] : ''
}
