/** Deeper values than this are not shown: encoders and readers of Yjs values recurse. */
const MAX_DEPTH = 100

/** UTF-8 bytes of a value's JSON, or null for a value that a room cannot hold. */
export function roomBytes(value: unknown): number | null {
  if (isDeeperThan(value, MAX_DEPTH)) return null
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1))
}
