import { nextExpiry } from '../../shared/people/grants.ts'
import type { RoomName } from '../../shared/rooms/names.ts'
import type { Rosters } from '../devices/rosters.ts'
import type { RoomSocket } from './room-socket.ts'
import { entryTo, type Asking } from './sight.ts'

/** A clock that jumps forward is noticed within this. */
const LONGEST_WAIT_MS = 30_000

/** What the seats are given out by. */
export interface SeatsOptions {
  readonly rosters: Pick<Rosters, 'present' | 'grantsOf'>
  readonly now: () => number
}

/** Who sits in which room, and by what right: it is looked at again when the roster changes and when a grant ends. */
export interface Seats {
  readonly size: number
  /**
   * Gives a socket a seat for as long as it is open, and says to which audience it belongs. Null: its person may not be
   * here, and the socket is closed. `orbId` is the room's orb, null for a fleet and for a thread of no orb.
   */
  take(socket: RoomSocket, room: RoomName, orbId: string | null): string | null
  /** Closes who may not stay (4403), and who has to see another content from now on (4409). */
  review(): void
  /** The orb is gone: nobody stays in a room of it. */
  removed(orbId: string): void
  /** Looks at no more. */
  stop(): void
}

interface Seat {
  readonly room: RoomName
  readonly orbId: string | null
  readonly audience: string
}

/** Empty rooms. */
export function createSeats({ rosters, now }: SeatsOptions): Seats {
  const seats = new Map<RoomSocket, Seat>()
  let timer: NodeJS.Timeout | undefined

  const askingOf = ({ device: { personId } }: RoomSocket): Asking => ({
    personId,
    grants: rosters.grantsOf(personId),
    at: now(),
  })

  const review = (): void => {
    for (const [socket, { room, orbId, audience }] of seats) {
      const entry = entryTo(room, orbId, askingOf(socket))
      if (entry.outcome === 'refused') socket.close('forbidden')
      else if (entry.audience !== audience) socket.close('staleRoom')
    }
    waitForExpiry()
  }

  /** One timer for all grants of all people, to the next moment at which one of them ends. */
  const waitForExpiry = (): void => {
    clearTimeout(timer)
    const at = now()
    const ends = [...(rosters.present?.people.values() ?? [])].flatMap(({ grants }) => nextExpiry(grants, at) ?? [])
    if (ends.length === 0) return
    timer = setTimeout(review, Math.min(Math.min(...ends) - at, LONGEST_WAIT_MS))
    timer.unref()
  }
  waitForExpiry()

  return {
    get size() {
      return seats.size
    },
    take(socket, room, orbId) {
      const entry = entryTo(room, orbId, askingOf(socket))
      if (entry.outcome === 'refused') {
        socket.close(entry.close)
        return null
      }
      seats.set(socket, { room, orbId, audience: entry.audience })
      socket.onGone(() => seats.delete(socket))
      return entry.audience
    },
    review,
    removed(orbId) {
      for (const [socket, seat] of seats) if (seat.orbId === orbId) socket.close('notFound')
    },
    stop: () => clearTimeout(timer),
  }
}
