import { translated } from '../i18n/translated.ts'

/** Words of being signed in, or not. */
export const deviceWords = translated('deviceWords', {
  /** What is offered as a device's name: others read it as it is. */
  deviceOn: (browser: string, system: string): string => `${browser} on ${system}`,
  browser: 'Browser',
  thisDevice: 'this device',
  asking: 'Asking the relay who this device is',
  again: 'Try again',
  noRelay: 'The relay cannot be reached',
  noRelayText: 'This device has not been signed in yet, so there is nothing to show from before.',
  signedOut: 'This device is not paired',
  signedOutText: 'It has no key for this relay. An owner can let it in, or the recovery phrase can.',
  toPair: 'Pair this device',
  toRecover: 'Use the recovery phrase',
  unpaired: 'This relay has no owner yet',
  unpairedText:
    'Open the link that the relay printed in its terminal, or type its code. Where the code has expired, run “perigee pair” on that machine for a new one.',
  toFirst: 'Become its owner',
  keyless: 'Finish on this app',
  keylessText: (person: string): string =>
    `This app took over a sign-in of ${person} from the browser, and it has no key of its own. Without one it could not sign what you decide. Pair it once, as a device of its own.`,
  keylessHow: 'In the browser where Perigee works, open Settings, Add a device. Then scan its code here, or type it.',
  noKey: 'This device has no key to sign with, so nothing was sent. Reload the page and try again.',
  revoked: 'This device was revoked',
  revokedText:
    'Its key counts no more. What this browser had kept of the relay has been cleared. To use it again, pair it as a new device.',
  revokedClearing: 'Its key counts no more. What this browser has kept of the relay is being cleared.',
  stranger: 'This relay does not know this device',
  strangerText:
    'The relay may have been set up anew, or restored from before this device was paired. What this browser keeps is still here: drafts, and what was seen last.',
  strangerForget: 'Clear it and pair again',
  insecure: 'This address cannot keep a key',
  insecureText: (host: string): string =>
    `Browsers give keys only to pages that came over https, or from the machine itself. This page came from ${host} over http.`,
  insecureHow: [
    'On the machine where the relay runs, open it as http://localhost and its port.',
    'For a phone, give the relay an https address: with Tailscale Serve, Caddy or cloudflared in front, and --public-url on the relay.',
  ],
  openSecurely: (host: string): string => `Open ${host} over https`,
  noStorage: 'This browser does not store keys',
  noStorageText:
    'A private window, or a setting that blocks storage, is the usual reason. Open Perigee in an ordinary window.',
})
