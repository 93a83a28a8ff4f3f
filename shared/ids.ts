import * as z from 'zod/mini'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * A new random id: 22 characters of the base64url alphabet, 132 random bits.
 * Ids are minted once, where the thing is made, and are never derived from content. None begins with "-": on a command
 * line it would be taken for an option.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(22))
  let id = ''
  for (const byte of bytes) id += ALPHABET[byte & 63]
  return id.startsWith('-') ? newId() : id
}

/**
 * Any id on the wire. Ids of harnesses (tool calls, options) are free strings and do not use this.
 * `__proto__` is none: as a key of a record it would vanish.
 */
export const Id = z.string().check(z.regex(/^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/))

/** A moment in integer milliseconds since 1970, UTC. */
export const Millis = z.int().check(z.gte(0))

/** A place in a stream or a thread, from 1. 0 means "before the first". */
export const Ordinal = z.int().check(z.gte(0))

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
