import type { CloseName } from '../../shared/codes/close-codes.ts'
import { EVERYTHING, may, threadsSeen, type Grant } from '../../shared/people/grants.ts'
import type { RoomName } from '../../shared/rooms/names.ts'

/** Which threads of an orb somebody sees: all of them, or these. */
export type Seen = ReturnType<typeof threadsSeen>

/** Somebody at the door of a room. `at`: the relay's clock. */
export interface Asking {
  readonly personId: string
  readonly grants: readonly Grant[]
  readonly at: number
}

/**
 * Whether somebody may be in a room, and which of its audiences they belong to: all of an audience see the same, so they
 * share one projection.
 */
export type Entry =
  | { readonly outcome: 'enter'; readonly audience: string }
  | { readonly outcome: 'refused'; readonly close: CloseName }

/** The audience that sees everything of a room. */
export const WHOLE = ''

/**
 * Judges one room for one person. `orbId`: the orb that the room belongs to; null for a fleet, and for a thread of no
 * orb. What is out of sight is as if it were not there.
 */
export function entryTo(room: RoomName, orbId: string | null, { personId, grants, at }: Asking): Entry {
  if (room.kind === 'fleet') {
    return room.id === personId ? enter(fleetAudience(grants, at)) : refuse('forbidden')
  }
  if (orbId === null) return refuse('notFound')
  if (room.kind === 'thread') {
    return may(grants, 'see', { kind: 'thread', orbId, threadId: room.id }, at) ? enter(WHOLE) : refuse('notFound')
  }
  const seen = threadsSeen(grants, orbId, at)
  if (seen !== 'all' && seen.size === 0) return refuse('notFound')
  if (room.kind === 'orb') return enter(audienceOf(seen))
  return may(grants, 'operate', { kind: 'orb', orbId }, at) ? enter(WHOLE) : refuse('forbidden')
}

/** What tells the audiences of an orb's room apart. */
export function audienceOf(seen: Seen): string {
  return seen === 'all' ? WHOLE : [...seen].sort().join(' ')
}

/** Changes exactly when a fleet has to show other orbs, or others of their threads. */
function fleetAudience(grants: readonly Grant[], at: number): string {
  if (may(grants, 'see', EVERYTHING, at)) return WHOLE
  const orbIds = new Set(grants.flatMap(({ scope }) => (scope.kind === 'all' ? [] : [scope.orbId])))
  const sights = [...orbIds].sort().flatMap((orbId) => {
    const seen = threadsSeen(grants, orbId, at)
    if (seen === 'all') return [orbId]
    return seen.size === 0 ? [] : [orbId + ':' + audienceOf(seen)]
  })
  // Nobody sees nothing in the same way as everything.
  return sights.length === 0 ? 'nothing' : sights.join(',')
}

function enter(audience: string): Entry {
  return { outcome: 'enter', audience }
}

function refuse(close: CloseName): Entry {
  return { outcome: 'refused', close }
}
