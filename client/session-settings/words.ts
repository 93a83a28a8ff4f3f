import { translated } from '../i18n/translated.ts'

/** Words of a thread's settings. */
export const settingWords = translated('settingWords', {
  title: 'Mode and model',
  mode: 'Mode',
  on: 'On',
  off: 'Off',
  asksLess: 'Asks less: takes a decision',
  asksLessNote:
    'A choice that asks less is not made at once: the question appears in the thread, and is decided by a hold.',
  none: 'The agent offers nothing to choose here.',
  notYet: 'The agent has not begun here yet. What it offers appears with the first message.',
  away: 'The orb is not reachable: what is chosen is made when it is back.',
  offline: 'Not connected. What is shown may be old, and nothing can be chosen.',
  sending: 'Sending',
  recorded: 'On its way to the orb',
  waits: 'Waits for a decision in the thread',
  decided: 'Decided in the thread: above stands what is chosen now.',
  applied: 'Done',
  refused: 'The orb refused this. Nothing was changed.',
  undeliverable: 'This could not be delivered. Nothing was changed.',
  unknown: 'Whether the agent got this is not known. Look at what is chosen now.',
  noAnswer: 'The relay did not answer. Choose again: it counts once.',
})
