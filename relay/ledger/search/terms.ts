import { wordsOf } from '../../../shared/search/words-of.ts'

/** Where a search looks: everywhere, or in these orbs and threads. */
export type SearchScope = 'all' | { readonly orbs: readonly string[]; readonly threads: readonly string[] }

/** A word that is still being written is looked for by its beginning from this length on: shorter ones begin too many. */
const PREFIX_CHARS = 2

/** Words of one search: more narrow nothing. */
const MOST_WORDS = 16

/** A text as the index holds it. */
export function indexed(text: string): string {
  return wordsOf(text)
    .map(({ folded }) => folded)
    .join(' ')
}

/** The place of an entry as the index holds it. */
export function placeOf(orbId: string, threadId: string): string {
  return `${placeWord('o', orbId)} ${placeWord('t', threadId)}`
}

/**
 * What is looked for, as the index asks for it: every word, those without a blank between them next to each other, and
 * the last one as far as it is written. Null where the words hold nothing that can be found, or the scope is empty.
 */
export function matchOf(words: string, scope: SearchScope): string | null {
  const phrases = phrasesOf(words)
  if (phrases.length === 0) return null
  const last = phrases.at(-1)?.at(-1) ?? ''
  const written = phrases.map((phrase) => `"${phrase.join(' ')}"`).join(' AND ')
  const isOpen = last.length >= PREFIX_CHARS && !/\s$/.test(words)
  const wanted = `words : (${written}${isOpen ? '*' : ''})`
  if (scope === 'all') return wanted
  const places = [
    ...scope.orbs.map((orbId) => placeWord('o', orbId)),
    ...scope.threads.map((threadId) => placeWord('t', threadId)),
  ]
  return places.length === 0 ? null : `place : (${places.map((place) => `"${place}"`).join(' OR ')}) AND ${wanted}`
}

/** Words to be marked in what was found. */
export function markedWords(words: string): string[] {
  return phrasesOf(words).flat()
}

function phrasesOf(words: string): string[][] {
  return words
    .split(/\s+/)
    .map((part) => wordsOf(part).map(({ folded }) => folded))
    .filter((phrase) => phrase.length > 0)
    .slice(0, MOST_WORDS)
}

/** Ids tell capitals apart and may hold signs that part words: hex does neither. */
function placeWord(kind: 'o' | 't', id: string): string {
  return kind + Buffer.from(id).toString('hex')
}
