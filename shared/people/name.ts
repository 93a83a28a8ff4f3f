import * as z from 'zod/mini'
import { LIMITS } from '../limits.ts'

/** Control characters, marks that turn the direction of what follows, line separators, and halves of a character. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

/**
 * A person's or a device's name. People read it to decide whom to trust, on screens and on terminals, so it is one line
 * without control characters and without marks that reorder what stands beside it.
 */
export const Name = z.string().check(
  z.maxLength(LIMITS.nameChars),
  z.refine((name) => name === name.replace(UNSEEN, '') && name.trim() !== '', 'no name that can be read'),
)

/** A typed or a machine's own name as a Name, cut where it is too long; null where nothing readable is left. */
export function readName(text: string): string | null {
  const name = text.replace(UNSEEN, '').trim()
  // Cut by characters as JavaScript counts them, and not through the middle of one.
  const cut = name.slice(0, LIMITS.nameChars).replace(UNSEEN, '').trim()
  return cut === '' ? null : cut
}
