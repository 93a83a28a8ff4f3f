import { translated } from '../../i18n/translated.ts'

/** Words of this device's own section. */
export const thisDeviceWords = translated('thisDeviceWords', {
  you: 'You',
  name: 'This device',
  rights: 'What you may do',
  none: 'Nothing here is shared with you at present. Ask an owner.',
  signOut: 'Sign out',
  signOutText: 'Its key is revoked, and everything that this browser keeps of the relay is cleared.',
})
