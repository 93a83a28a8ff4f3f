import { translated } from '../i18n/translated.ts'

/** What is said of an answer that did not reach the relay, or may not have. */
export const sendWords = translated('sendWords', {
  noAnswer: 'The relay did not answer, so it is not known whether it has your answer. Press again: it counts once.',
  kept: 'Denied here, and not sent yet: the denial is kept on this device and goes by itself, once.',
  notStopped: (why: string): string =>
    `The stop did not go, and the run may go on. ${why} To stop it, press stop in its thread.`,
  mismatch: 'What is on this screen is not what the runner says was asked. Nothing was sent. Reload the page.',
  noKey:
    'The key of this device is gone from this browser, so nothing can be signed. Nothing was sent. Pair this device again, or answer on another one.',
})
