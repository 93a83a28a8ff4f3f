import { Id } from '../ids.ts'

/** The kinds of room. All but the desk are projections: written by the relay alone. */
export const ROOM_KINDS = ['fleet', 'orb', 'thread', 'desk'] as const
/** A kind of room. */
export type RoomKind = (typeof ROOM_KINDS)[number]

/** A room's kind and whose it is: a personId, orbId, threadId or orbId. */
export interface RoomName {
  readonly kind: RoomKind
  readonly id: string
}

const KINDS: readonly string[] = ROOM_KINDS

/** `fleet:<personId>`, `orb:<orbId>`, `thread:<threadId>` or `desk:<orbId>`; null for anything else. */
export function parseRoomName(name: string): RoomName | null {
  const colon = name.indexOf(':')
  const kind = name.slice(0, colon)
  const id = name.slice(colon + 1)
  if (colon < 0 || !KINDS.includes(kind) || !Id.safeParse(id).success) return null
  return { kind: kind as RoomKind, id }
}

/** The name of a room as it stands in its URL: /rooms/<name>. */
export function roomName(kind: RoomKind, id: string): string {
  return kind + ':' + id
}
