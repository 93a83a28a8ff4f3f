import { translated } from '../i18n/translated.ts'

/** Words of files that went with messages. */
export const fileWords = translated('fileWords', {
  picture: 'Picture',
  file: 'File',
  sent: 'Files of this message',
  pictureOf: (name: string, size: string): string => `Picture ${name}, ${size}`,
  loading: 'Fetching it',
  notHere: 'Not on this device, and the relay cannot be reached.',
  gone: 'The relay does not have it.',
  refused: 'The relay did not give it. Try again.',
  other: 'The relay gave something else than this file. Nothing of it is shown.',
  unreadable: 'This browser cannot draw it. Download it to look at it.',
  retry: 'Try again',
  download: 'Download',
})
