import { translated } from '../i18n/translated.ts'

/** Words of the command palette and of the list of keys. */
export const paletteWords = translated('paletteWords', {
  title: 'Go to',
  find: 'Orb, thread, question, setting',
  found: 'Found',
  none: 'Nothing fits these words.',
  noAnswer: 'The relay did not answer, so it is not known whether it has this. Look at the thread, then try again.',
  kinds: { orb: 'Orb', thread: 'Thread', approval: 'Waits', settings: 'Settings', action: 'Action' },
  waitsIn: (orb: string): string => `waits in ${orb}`,
  inbox: 'Inbox',
  search: (text: string): string => (text === '' ? 'Search in transcripts' : `Search in transcripts for “${text}”`),
  newThread: 'New thread',
  stopRun: 'Stop run',
  keys: 'Keys',
  does: {
    palette: 'Go to anything',
    send: 'Send a message',
    close: 'Close',
    fleet: 'Fleet',
    inbox: 'Inbox',
    settings: 'Settings',
    search: 'Search in transcripts',
    help: 'This list',
  },
  singles: 'Use keys without Ctrl or ⌘',
  note: 'Nothing is ever allowed by a single key.',
})
