import * as Y from 'yjs'

/**
 * Judges a viewer's first step against the present incarnation. `stale`: it names another one, a client of its own, or
 * a clock above ours; its document can never become equal to ours.
 */
export function judgeStep1(vector: Uint8Array, incarnation: number, clock: number): 'ok' | 'stale' | 'malformed' {
  const named = readVector(vector)
  if (named === null) return 'malformed'
  for (const [client, upTo] of named) {
    if (upTo > 0 && (client !== incarnation || upTo > clock)) return 'stale'
  }
  return 'ok'
}

/** A state vector, or null for what is none. */
export function readVector(vector: Uint8Array): Map<number, number> | null {
  try {
    return Y.decodeStateVector(vector)
  } catch {
    return null
  }
}

/** True for an update that says nothing; null for what is no update. */
export function isEmptyUpdate(update: Uint8Array): boolean | null {
  try {
    const { structs, ds } = Y.decodeUpdate(update)
    return structs.length === 0 && ds.clients.size === 0
  } catch {
    return null
  }
}
