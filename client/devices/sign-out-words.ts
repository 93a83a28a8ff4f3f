import { translated } from '../i18n/translated.ts'

/** Words of signing out. */
export const signOutWords = translated('signOutWords', {
  title: 'Sign this device out',
  text: 'Its key is revoked, and everything that this browser keeps of the relay is cleared: drafts that were not sent, and what was seen last. To come back, the device has to be paired anew.',
  lastOwner:
    'This is the last device of an owner. After it, only the recovery phrase lets anybody in. Have it at hand before you go on.',
  confirm: 'Sign out',
  working: 'Signing out',
  cancel: 'Stay signed in',
  unreachable: 'The relay did not answer. Nothing was cleared',
  unreachableText:
    'Without the relay the key cannot be revoked. You can clear this browser now: the key is gone from here then, and nobody can use it. The device stays in the list of devices until an owner removes it.',
  forget: 'Clear this browser now',
  refused: 'The relay did not sign this device out. Nothing was cleared',
  busy: 'The list of devices was changed at the same moment. Try again.',
  again: 'Try again',
})
