import { formatNumber, plural } from '../../i18n/formats.ts'
import { translated } from '../../i18n/translated.ts'

/** Words of the storage's section. */
export const storageWords = translated('storageWords', {
  kept: 'Kept in this browser',
  keptText: 'So that what you have seen is readable without a network, and what you write is not lost.',
  kinds: {
    seen: 'Seen of orbs and threads',
    drafts: 'Drafts and queues',
    unsent: 'Messages that the relay does not have yet',
    answers: 'Denials and stops that the relay does not have yet',
    aside: 'Texts that were set aside',
    shared: 'Text shared with the app, not placed yet',
    key: 'The key of this device',
    choices: 'Your settings, where you read last, and comments not sent yet',
    other: 'Other',
  },
  amount: (items: number, size: string): string =>
    `${formatNumber(items)} ${plural(items, { one: 'item', other: 'items' })}, about ${size}`,
  nothing: 'Nothing yet.',
  refused: 'This browser does not let the app look at its storage. Nothing was changed.',
  clear: 'Forget what was seen',
  clearText:
    'It comes back from the relay when you open it. What you wrote, denied or stopped, and the key, stay; signing out clears those too.',
  cleared: 'Forgotten.',
  notCleared: 'This could not be cleared. Close other tabs of Perigee, then try again.',
  room: 'Room',
  used: 'Used',
  quota: 'At most',
  lasting: 'Lasting',
  lasts: { yes: 'The browser keeps it until you clear it', no: 'The browser may clear it when the disk is full' },
  unknown: 'The browser does not say',
  persist: 'Ask the browser to keep it',
  persisted: 'The browser keeps it.',
  notPersisted: 'The browser did not agree. Installing the app usually helps.',
})
