import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Id } from '../../shared/ids.ts'
import { localProofText } from '../../shared/link/messages.ts'

/** How far the clock of a proof may be from the relay's. */
const PROOF_WINDOW_MS = 60_000

const KEY_BYTES = 32

/**
 * The key that proves "the same user on this machine": 32 random bytes in `local.key`, readable by that user only.
 * Made at the first start. Throws where the file is there but cannot be a key.
 */
export function loadLocalKey(folder: string): Buffer {
  const path = join(folder, 'local.key')
  try {
    // wx: two relays that start at once end with one key.
    writeFileSync(path, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(path)
  if (key.length !== KEY_BYTES)
    throw new Error(`${path} is damaged. Remove it; the relay makes a new one when it starts.`)
  return key
}

/** HMAC-SHA-256 of a text under the local key, base64url. */
export function localProof(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** True where `proof` is the HMAC of `text`. Takes the same time whatever differs. */
export function isLocalProof(key: Buffer, text: string, proof: string): boolean {
  const expected = Buffer.from(localProof(key, text))
  const given = Buffer.from(proof)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Checks `Authorization: Perigee-Local at=<ms>,nonce=<id>,proof=<base64url>` headers, each good for one request. */
export interface LocalProofs {
  accepts(header: string, method: string, path: string): boolean
}

/**
 * The checker for a key. It remembers the nonces of the last two minutes, so that a seen header cannot be used again;
 * what was made before it started it cannot know to be new, and refuses.
 */
export function createLocalProofs(key: Buffer, now: () => number): LocalProofs {
  const startedAt = now()
  const seen = new Map<string, number>()

  const isNew = (nonce: string, at: number) => {
    for (const [old, since] of seen) if (Math.abs(now() - since) > 2 * PROOF_WINDOW_MS) seen.delete(old)
    if (seen.has(nonce)) return false
    seen.set(nonce, at)
    return true
  }

  return {
    accepts(header, method, path) {
      const match = /^Perigee-Local at=(\d{1,16}),nonce=([^,]+),proof=([A-Za-z0-9_-]+)$/.exec(header)
      const [, at = '', nonce = '', proof = ''] = match ?? []
      if (match === null || !Id.safeParse(nonce).success) return false
      if (Math.abs(now() - Number(at)) > PROOF_WINDOW_MS || Number(at) < startedAt) return false
      // Only a true proof may take a nonce, so nobody without the key can fill the memory.
      return isLocalProof(key, localProofText(method, path, Number(at), nonce), proof) && isNew(nonce, Number(at))
    },
  }
}
