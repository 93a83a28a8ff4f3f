import { translated } from '../i18n/translated.ts'

/** Words of the app's frame. */
export const shellWords = translated('shellWords', {
  skip: 'Skip to the content',
  fleet: 'Fleet',
  inbox: 'Inbox',
  settings: 'Settings',
  side: 'Details',
  back: 'Back',
  navigation: 'Main',
  notFound: 'Nothing is here',
  notFoundText: 'The address may be old, or the orb was removed. The fleet lists all there is.',
  toFleet: 'To the fleet',
  toInbox: 'To the inbox',
  waiting: (count: number): string => `${count} waiting`,
})
