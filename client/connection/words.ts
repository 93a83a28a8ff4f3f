import { translated } from '../i18n/translated.ts'

/** Words of the connection line. */
export const connectionWords = translated('connectionWords', {
  connected: 'Everything connected',
  catchingUp: 'Updating',
  deviceOffline: 'This device is offline. What you see is from before',
  relayAway: 'The relay cannot be reached. Trying again',
  orbAway: 'This orb is not reachable',
  storageFull: 'The relay is full: nothing is lost, and nothing new is taken. Free space on its disk',
  signedOut: 'This device is not signed in any more. Reload this page',
  forbidden: 'This is not shared with you, or not any more',
  notThere: 'This is not there any more',
  otherVersion: 'The relay has another version. Reload this page',
  refused: 'The relay refused this page. Reload it',
})
