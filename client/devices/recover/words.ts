import { translated } from '../../i18n/translated.ts'

/** Words of coming back with the recovery phrase. */
export const recoverWords = translated('recoverWords', {
  title: 'Come back with the recovery phrase',
  text: 'This makes the device here the only one. Every other device and command line is signed out, and nobody can use them any more. People keep their names and rights, and can be let in again.',
  phrase: 'Recovery phrase',
  phraseHint: '12 words, with spaces between them.',
  yourName: 'Your name',
  deviceName: 'Name of this device',
  nameMissing: 'A name is needed.',
  confirm: 'Sign out all others and come back',
  working: 'Checking the phrase',
  'not-a-phrase': 'These are not the 12 words of a phrase. One is misspelt, missing or too many. Nothing was sent.',
  'wrong-phrase':
    'This phrase does not count on this relay. It may belong to another one, or be an old one: each recovery makes a new phrase. Nothing has changed.',
  unpaired: 'This relay has no owner yet, so there is nothing to come back to.',
  unreachable: 'The relay did not answer. Try again: it counts once.',
  'no-storage':
    'This browser does not store keys; a private window is the usual reason. Nothing was sent. Open this page in an ordinary window.',
  refused: (why: string): string => `The relay did not take it. ${why} Nothing has changed.`,
  back: 'Back',
})
