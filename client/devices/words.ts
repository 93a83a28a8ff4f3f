/** Words of signing in. */
export const deviceWords = {
  starting: 'Signing this device in',
  start: 'Open Perigee on this device',
  startText: 'A start link works once. After it, this browser stays signed in for 30 days.',
  signIn: 'Sign in on this device',
  refused: 'This start link was used or has expired',
  refusedText: 'Run "perigee link" where the relay runs, and open the new link. Nothing else has changed.',
  unreachable: 'The relay did not answer',
  unreachableText: 'The link may or may not be spent. Try again; if it is refused, run "perigee link" for a new one.',
  again: 'Try again',
  signedOut: 'This device is not signed in',
  signedOutText:
    'Open the start link that "perigee up" printed, or run "perigee link" where the relay runs for a new one.',
  asking: 'Asking the relay who this device is',
  noRelay: 'The relay cannot be reached',
  noRelayText: 'This device has not been signed in yet, so there is nothing to show from before.',
} as const
