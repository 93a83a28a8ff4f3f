import { translated } from '../i18n/translated.ts'

/** Words of parts that are too large for a transcript and are fetched by themselves. */
export const blobWords = translated('blobWords', {
  noAnswer: 'The relay did not answer. Try again.',
  notThere: 'The relay does not have this part: the orb may still be sending it.',
  refused: 'The relay did not give this part. Try again.',
  broken: 'The connection broke before all of this part had come. Try again.',
  other: 'The relay gave something else than this part. Do not trust it.',
  cut: '… cut here: the rest is not shown',
})
