import type { SearchHit } from '../../../shared/search/search.ts'
import { wordsOf } from '../../../shared/search/words-of.ts'

/** Characters of an excerpt before the first word that was looked for, and in all. */
const BEFORE = 60
const WHOLE = 220

/** The piece of a text around the first of the words that were looked for, with all of them marked. */
export function excerptOf(text: string, wanted: readonly string[]): SearchHit['excerpt'] {
  const flat = text.replace(/\s+/g, ' ').trim()
  const found = wordsOf(flat).filter(({ folded }) => wanted.some((word) => folded.startsWith(word)))
  const from = startOf(flat, Math.max(0, (found[0]?.from ?? 0) - BEFORE))
  const to = Math.min(flat.length, from + WHOLE)
  const parts: { text: string; found: boolean }[] = []
  const add = (piece: string, isFound: boolean): void => {
    const last = parts.at(-1)
    if (piece === '') return
    if (last !== undefined && last.found === isFound) last.text += piece
    else parts.push({ text: piece, found: isFound })
  }
  add(from > 0 ? '… ' : '', false)
  let at = from
  for (const word of found) {
    if (word.from < at || word.to > to) continue
    add(flat.slice(at, word.from), false)
    add(flat.slice(word.from, word.to), true)
    at = word.to
  }
  add(flat.slice(at, to), false)
  add(to < flat.length ? ' …' : '', false)
  return parts
}

/** The beginning of a word at or after a place, if one is near: half a word tells nothing. */
function startOf(text: string, place: number): number {
  if (place === 0) return 0
  const blank = text.indexOf(' ', place)
  return blank === -1 || blank - place > BEFORE / 2 ? place : blank + 1
}
