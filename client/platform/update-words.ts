import { translated } from '../i18n/translated.ts'

/** Words of the notice of a new version. */
export const updateWords = translated('updateWords', {
  ready: 'A new version is ready',
  reload: 'Reload',
  later: 'Later',
})
