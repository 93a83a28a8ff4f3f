import { translated } from '../i18n/translated.ts'

/** Words of the roster: the signed list of people and devices. */
export const rosterWords = translated('rosterWords', {
  unbelievable: (why: string): string =>
    `The relay's list of devices cannot be believed. ${why} Nothing was changed. Do not sign anything here until you know why.`,
  other: 'The relay shows the list of devices of another installation. Nothing was changed.',
  behind: 'The relay shows an older list of devices than this device has seen. Nothing was changed.',
  forked: 'The relay shows another list of devices than this device has seen before. Nothing was changed.',
  noKey: 'The key of this device is gone from this browser. Nothing was sent. Pair this device again.',
})
