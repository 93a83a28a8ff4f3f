import { translated } from '../i18n/translated.ts'

/** Words of an approval's own page. */
export const pageWords = translated('pageWords', {
  gone: 'This question is not here',
  goneText: 'It belongs to another relay, or its orb was removed. Nothing was decided.',
  noAnswer: 'The relay did not answer',
  noAnswerText: 'Nothing was decided. The question is shown when the relay can be reached.',
  again: 'Try again',
  toThread: 'To the thread',
})
