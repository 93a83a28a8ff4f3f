import { isSignedBy } from '../../shared/devices/keys.ts'
import { requestText, type RequestProof } from '../../shared/devices/proofs.ts'
import { liveDevice } from '../../shared/devices/roster.ts'
import type { Rosters } from './rosters.ts'

/** How far the clock of a proof may be from the relay's. */
export const PROOF_WINDOW_MS = 60_000

/** The request that a proof came with. */
export interface AskedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** The Host header. */
  readonly host: string
}

/** Checks requests that a device's key proves, each good for one request. */
export interface RequestProofs {
  /** True where a device that counts signed this very request just now. The body's hash is the caller's to compare. */
  accepts(proof: RequestProof, asked: AskedRequest): Promise<boolean>
}

/**
 * The checker of a relay. It remembers the nonces of the last two minutes; what was signed before it started it cannot
 * know to be new, and refuses.
 */
export function createRequestProofs(rosters: Pick<Rosters, 'present'>, now: () => number): RequestProofs {
  const startedAt = now()
  const seen = new Map<string, number>()

  const isNew = (nonce: string, at: number): boolean => {
    for (const [old, since] of seen) {
      if (Math.abs(now() - since) <= 2 * PROOF_WINDOW_MS) break
      seen.delete(old)
    }
    if (seen.has(nonce)) return false
    seen.set(nonce, at)
    return true
  }

  return {
    async accepts({ deviceId, at, nonce, bodySha256, signature }, asked) {
      const roster = rosters.present
      const device = roster === null ? null : liveDevice(roster, deviceId)
      if (device === null || Math.abs(now() - at) > PROOF_WINDOW_MS || at < startedAt) return false
      const text = requestText({ deviceId, at, nonce, bodySha256, ...asked })
      if (!(await isSignedBy(device.key, text, signature, roster?.party ?? null))) return false
      // Only a true proof may take a nonce, so nobody without a key can fill the memory.
      return isNew(`${deviceId} ${nonce}`, at)
    },
  }
}
