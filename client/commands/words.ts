import { translated } from '../i18n/translated.ts'

/** Why a command was not recorded. */
export const commandWords = translated('commandWords', {
  'stale-fence': 'Somebody else has taken over this orb. Nothing was changed: reload the page to see who.',
  forbidden: 'This device may not do that. Nothing was changed.',
  stopNoAnswer: 'The relay did not answer. The run may go on: press stop again, it counts once.',
})
