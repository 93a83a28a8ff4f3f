import { newId } from '../../shared/ids.ts'

/** A nonce is good for this long, and for one session. */
const NONCE_MS = 60_000
/** Past this many the oldest are dropped: whoever asks for more than that is nobody who signs in. */
const MOST_NONCES = 10_000

/** What this relay gave out to be signed. */
export interface Nonces {
  /** A fresh one. */
  issue(): string
  /** True once for each that was issued and is not too old. */
  spend(nonce: string): boolean
}

/** No nonces yet. */
export function createNonces(now: () => number): Nonces {
  const issued = new Map<string, number>()
  return {
    issue() {
      const nonce = newId()
      issued.set(nonce, now())
      const oldest = issued.keys().next()
      if (issued.size > MOST_NONCES && oldest.done !== true) issued.delete(oldest.value)
      return nonce
    },
    spend(nonce) {
      const at = issued.get(nonce)
      issued.delete(nonce)
      return at !== undefined && Math.abs(now() - at) <= NONCE_MS
    },
  }
}
