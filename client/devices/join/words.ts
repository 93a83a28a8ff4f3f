import { translated } from '../../i18n/translated.ts'

/** Words of a device that asks to come in. */
export const joinWords = translated('joinWords', {
  title: 'Pair this device',
  byLink: 'An owner invited this device. It makes a key of its own, and the owner confirms it on their screen.',
  byCode: 'An owner makes a code for it: on a device that is in, under Settings, Add a device.',
  codeHint: 'As the other screen shows it. It counts for two minutes.',
  deviceName: 'Name of this device',
  nameMissing: 'A name is needed.',
  ask: 'Ask to come in',
  asking: 'Asking',
  scan: 'Scan its code instead',
  scanned: 'The code was read. Go on with the name of this device.',
  notALink: 'This is no invitation of this relay.',
  waiting: 'Waiting for the other device',
  waitingText: 'Its screen says that this device asks to come in. Keep both pages open.',
  number: 'Match number',
  matching: 'Choose this number on the other device',
  matchingText:
    'The other screen shows three numbers. If this one is not among them, choose “None of these” there: somebody stands between the two devices.',
  confirming: 'This page goes on by itself once it is chosen.',
  cancel: 'Cancel',
  joined: 'This device is in',
  joinedText: 'Opening Perigee.',
  already: 'This device is paired already',
  alreadyText: 'It has a key of this relay. Sign it out first if it should belong to somebody else.',
  open: 'Open Perigee',
  restart: 'Start again',
  ends: {
    refused: { title: 'The relay did not take it', text: '' },
    expired: {
      title: 'The time for this pairing is over',
      text: 'Nothing has changed. Make a new invitation on the other device, and open or type that one.',
    },
    burned: {
      title: 'This invitation was ended',
      text: 'Another number was chosen on the other device, or it was cancelled there. This device has no access. Make a new invitation to try again.',
    },
    unreachable: {
      title: 'The relay did not answer',
      text: 'This device is not in. Make a new invitation once the relay can be reached.',
    },
    'no-storage': {
      title: 'This browser does not store keys',
      text: 'A private window, or a setting that blocks storage, is the usual reason. Nothing has changed. Open this page in an ordinary window.',
    },
    'not-believed': {
      title: 'This pairing cannot be trusted',
      text: 'What the relay said does not fit what the other device had shown. The pairing was stopped here, and this device has no access. Check that both devices use the same relay before you try again.',
    },
  },
})
