import { byName, translated } from './translated.ts'

/** English has none: what relay and shared code say in English is more exact than a code. */
export const refusalWords = translated('refusalWords', byName({}))

/** Why something was refused, which came with a code and a sentence in English: in the language on screen. */
export function refusalText(code: string, english: string): string {
  return refusalWords[code] ?? english
}
