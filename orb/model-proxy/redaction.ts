import type { OutgoingHttpHeaders } from 'node:http'
import { Transform } from 'node:stream'

/** Shorter keys are none: what is as short as this may stand anywhere. */
const SHORTEST = 8
const FILLER = 'x'

/**
 * Passes an answer on with the key, should it say it back, replaced by as many letters x: its length stays. Each piece
 * goes on at once; only an end that may be the key's beginning waits for the next piece.
 */
export function withoutKey(key: string): Transform {
  const wanted = Buffer.from(key, 'utf8')
  let held: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (wanted.length < SHORTEST) return done(null, piece)
      const all = Buffer.concat([held, piece])
      for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at)) {
        all.fill(FILLER, at, at + wanted.length)
      }
      const kept = beginningAtEnd(all, wanted)
      held = all.subarray(all.length - kept)
      done(null, all.subarray(0, all.length - kept))
    },
    flush(done) {
      done(null, held)
    },
  })
}

/** The headers of an answer that do not say the key. */
export function headersWithoutKey(headers: OutgoingHttpHeaders, key: string): OutgoingHttpHeaders {
  if (key.length < SHORTEST) return headers
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => !String(value).includes(key)))
}

/** How many bytes at the end of a text are the beginning of the key. */
function beginningAtEnd(text: Buffer, key: Buffer): number {
  for (let length = Math.min(key.length - 1, text.length); length > 0; length -= 1) {
    if (text.subarray(text.length - length).equals(key.subarray(0, length))) return length
  }
  return 0
}
