import { LIMITS } from '../../shared/limits.ts'

/** A title or name from outside, cut to its limit, without half a character at the end. */
export function cutName(text: string): string {
  return text.slice(0, LIMITS.nameChars).replace(/[\uD800-\uDBFF]$/, '')
}
