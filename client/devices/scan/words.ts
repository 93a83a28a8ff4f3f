import { translated } from '../../i18n/translated.ts'

/** Words of the scanner. */
export const scanWords = translated('scanWords', {
  title: 'Scan the code',
  text: 'Point the camera at the code on the other screen. The pictures stay on this device.',
  view: 'Camera',
  starting: 'Starting the camera',
  cancel: 'Type the code instead',
  denied: 'The camera may not be used here',
  deniedText: 'Allow it for this page in the settings of the browser or of the device, or type the code.',
  missing: 'No camera was found',
  missingText: 'Type the code that the other screen shows.',
  again: 'Try again',
  otherRelay: (host: string): string => `This code is for another relay: ${host}.`,
  notACode: 'This code is no invitation.',
})
