import { timingSafeEqual } from 'node:crypto'
import {
  INVITATION_MS,
  newCode,
  newSecret,
  WRONG_CODES,
  type FirstCode,
  type FirstPairing,
} from '../../shared/devices/pairing.ts'
import { sha256 } from './secrets.ts'

/** The way in for the first owner: one link and one code at a time, known by their hashes alone. */
export interface FirstWayIn {
  /** A fresh link and code, for a terminal and nowhere else. Older ones end. */
  make(): FirstCode
  /** True where a proof fits what is open. A wrong code counts; after a few the code is over, and the link stays. */
  accepts(proof: FirstPairing['proof']): boolean
  /** Nothing is open any more. */
  end(): void
}

interface OpenWay {
  readonly secretHash: string
  readonly codeHash: string
  readonly expiresAt: number
  wrongCodes: number
}

/** No way in yet. `now`: milliseconds since 1970. */
export function createFirstWayIn(now: () => number): FirstWayIn {
  let open: OpenWay | null = null
  return {
    make() {
      const secret = newSecret()
      const code = newCode()
      const expiresAt = now() + INVITATION_MS
      open = { secretHash: sha256(secret), codeHash: sha256(code), expiresAt, wrongCodes: 0 }
      return { path: '/first#' + secret, code, expiresAt }
    },
    accepts(proof) {
      if (open === null || open.expiresAt <= now()) return false
      if ('secret' in proof) return isSame(sha256(proof.secret), open.secretHash)
      if (open.wrongCodes >= WRONG_CODES) return false
      if (isSame(sha256(proof.code), open.codeHash)) return true
      open.wrongCodes += 1
      return false
    },
    end() {
      open = null
    },
  }
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
