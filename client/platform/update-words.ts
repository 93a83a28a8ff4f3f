import { translated } from '../i18n/translated.ts'

/** Words of the notice of a new version. */
export const updateWords = translated('updateWords', {
  ready: 'A new version is ready',
  held: 'A new version is ready. Reload once the question on this screen is answered',
  reload: 'Reload',
  later: 'Later',
})
