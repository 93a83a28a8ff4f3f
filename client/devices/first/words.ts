import { translated } from '../../i18n/translated.ts'

/** Words of the first pairing of a relay. */
export const firstWords = translated('firstWords', {
  title: 'Become the owner of this relay',
  text: 'This device makes a key that never leaves it, and a recovery phrase for the day that it is lost. From then on nobody else gets in unless you let them.',
  codeHint:
    'As the relay shows it in its terminal. It counts for two minutes; “perigee pair” on that machine makes a new one.',
  yourName: 'Your name',
  yourNameHint: 'Others read it beside what you decide.',
  deviceName: 'Name of this device',
  nameMissing: 'A name is needed.',
  confirm: 'Become the owner',
  working: 'Making keys',
  refused: 'The relay did not take it',
  again: 'Type a new code below. Nothing else has changed.',
  unreachable: 'The relay did not answer. Press again: it counts once.',
  noStorage:
    'This browser does not store keys; a private window is the usual reason. Nothing was sent. Open this page in an ordinary window.',
  taken: 'This relay has an owner already',
  takenText: 'An owner can let this device in. Where no device of an owner is left, the recovery phrase can.',
})
