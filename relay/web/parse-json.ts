import { PerigeeError } from '../../shared/codes/perigee-error.ts'

/**
 * Deepest nesting that is taken from outside. No message of the protocol needs 20; hashing, copying to the ledger's
 * thread and printing recurse, and a deeper value would end in a stack overflow there.
 */
export const MAX_JSON_DEPTH = 200

/** Parses JSON from outside. Throws a `bad-request` that says what is wrong; `what` names the thing in that sentence. */
export function parseJson(text: string, what: string): unknown {
  if (isDeeper(text, MAX_JSON_DEPTH)) {
    throw new PerigeeError('bad-request', `${what} is nested more than ${MAX_JSON_DEPTH} deep. Nothing was changed.`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new PerigeeError('bad-request', `${what} is not JSON. Nothing was changed.`, error)
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** True where brackets nest deeper than `limit`. Looks at the text once and builds nothing. */
export function isDeeper(text: string, limit: number): boolean {
  // Each level takes at least one character, so a short text needs no look.
  if (text.length <= limit) return false
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) quoted = false
    } else if (code === QUOTE) quoted = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > limit) return true
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return false
}
