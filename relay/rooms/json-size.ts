import { isDeeperThan } from '../../shared/json/depth.ts'
import { LIMITS } from '../../shared/limits.ts'

/** Beside the deepest value that is taken from outside, what an entry or a view wraps around it. */
const MAX_DEPTH = LIMITS.jsonDepth + 4

/** UTF-8 bytes of a value's JSON, or null for a value that a room cannot hold: who encodes and reads it recurses. */
export function roomBytes(value: unknown): number | null {
  if (isDeeperThan(value, MAX_DEPTH)) return null
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}
