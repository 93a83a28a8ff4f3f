import { translated } from '../../i18n/translated.ts'

/** Words of the list of devices. */
export const deviceListWords = translated('deviceListWords', {
  add: 'Add a device',
  thisOne: 'this device',
  connected: 'connected',
  lastSeen: 'last seen',
  never: 'not seen yet',
  kinds: { browser: 'Browser or app', 'command-line': 'Command line' },
  kind: 'Kind',
  added: 'Added',
  seen: 'Last seen',
  address: 'Address',
  person: 'Person',
  account: 'Runs as',
  accountKnown: 'an account of a machine: it cannot decide for an orb whose agent runs as the same one',
  removed: 'Removed devices',
  removedAt: 'removed',
  remove: 'Remove',
  lost: 'Lost or stolen',
  removeQuestion: (name: string): string => `Remove ${name}?`,
  removeText:
    'Its connections are closed at once, and nothing that it signs counts from now on. To use it again, it has to be added anew.',
  lostQuestion: (name: string): string => `Revoke ${name}?`,
  lostText: [
    'It is revoked at once: its connections close, it is shown nothing new, and nothing that it signs counts from now on.',
    'What it had kept of the relay stays on it until it opens Perigee the next time: then it is cleared.',
    'Answers that it gave before now still stand.',
  ],
  revoke: 'Revoke now',
  keep: 'Keep it',
  busy: 'Revoking',
  ownText: 'This is the device in your hand. To be rid of it, sign it out.',
  toOwn: 'To this device',
  lastOwner:
    'This is the last device that can add others. Once it is gone, only the recovery phrase lets anybody back in, by “perigee recover”. Have the phrase at hand, or add a device first.',
})
