import { translated } from '../i18n/translated.ts'

/** Words for a page whose code is not on this device. */
export const partWords = translated('partWords', {
  missing: 'This page could not be loaded',
  missingText: 'Nothing is lost. The network may be away, or the relay has a newer version: then reload.',
  again: 'Try again',
})
