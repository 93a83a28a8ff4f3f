import * as Y from 'yjs'
import { getState } from 'yjs'

/** What an update would bring to a document, seen before it is applied. */
export interface UpdateFacts {
  /** It says nothing at all. */
  readonly empty: boolean
  /** Every Yjs client id whose structs it holds. */
  readonly clients: readonly number[]
  /** Those of them with structs that the document has not. */
  readonly fresh: readonly number[]
  /** Everything that it builds on is in the document or in itself: Yjs would keep nothing of it waiting. */
  readonly complete: boolean
}

/** Reads an update against a document without changing it; null for bytes that are no update. */
export function inspectUpdate(update: Uint8Array, doc: Y.Doc): UpdateFacts | null {
  const decoded = decode(update)
  if (decoded === null) return null
  const { structs, ds } = decoded
  const after = new Map<number, number>()
  const clients = new Set<number>()
  const fresh = new Set<number>()
  const stateOf = (client: number): number => after.get(client) ?? getState(doc.store, client)
  let complete = true
  for (const struct of structs) {
    const { client, clock } = struct.id
    const known = stateOf(client)
    const end = clock + struct.length
    clients.add(client)
    if (struct instanceof Y.Skip || clock > known) complete = false
    if (end <= known) continue
    fresh.add(client)
    after.set(client, end)
  }
  const isKnown = (id: Y.ID | null): boolean => id === null || id.clock < stateOf(id.client)
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue
    const parent = struct.parent instanceof Y.ID ? struct.parent : null
    if (!isKnown(struct.origin) || !isKnown(struct.rightOrigin) || !isKnown(parent)) complete = false
  }
  for (const [client, ranges] of ds.clients) {
    for (const { clock, len } of ranges) if (clock + len > stateOf(client)) complete = false
  }
  const empty = structs.length === 0 && ds.clients.size === 0
  return { empty, clients: [...clients], fresh: [...fresh], complete }
}

function decode(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> | null {
  try {
    return Y.decodeUpdate(update)
  } catch {
    return null
  }
}
