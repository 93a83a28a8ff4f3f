import type * as Y from 'yjs'
import { RoomMeta } from '../../shared/rooms/content.ts'

/** Reads a room's `meta` map, whole, now and after every change. Returns the way to stop. */
export function bindMeta(doc: Y.Doc, apply: (meta: RoomMeta | null) => void): () => void {
  const map = doc.getMap('meta')
  const read = (): void => {
    const parsed = RoomMeta.safeParse(map.toJSON())
    apply(parsed.success ? parsed.data : null)
  }
  read()
  map.observe(read)
  return () => map.unobserve(read)
}
