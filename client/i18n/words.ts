import { translated } from './translated.ts'

/** Words of choosing a language. */
export const languageWords = translated('languageWords', {
  legend: 'Language',
  system: 'As the system',
  failed: 'The words of this language could not be loaded. Nothing was changed: try again once you are connected.',
})
