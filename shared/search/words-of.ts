/** A word of a text: where it stands, in UTF-16 units, and what it is compared by. */
export interface Word {
  readonly from: number
  readonly to: number
  readonly folded: string
}

/** Scripts that put no blanks between words: each character counts as one. */
const ALONE = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]'
const WORD = new RegExp(`${ALONE}|(?:(?!${ALONE})[\\p{L}\\p{N}\\p{M}])+`, 'gu')
/** Accents of Latin, Greek and Cyrillic; the marks of other scripts are part of their words. */
const ACCENTS = /[\u0300-\u036f]/g

/** The words of a text in their order, without case and accents: what a search compares. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    folded: fold(word),
  })).filter(({ folded }) => folded !== '')
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(ACCENTS, '').toLowerCase()
}
