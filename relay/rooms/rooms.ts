import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { LIMITS } from '../../shared/limits.ts'
import { parseRoomName, type RoomName } from '../../shared/rooms/names.ts'
import { createDesks } from '../desk/desks.ts'
import type { Rosters } from '../devices/rosters.ts'
import type { DeviceRow, Ledger } from '../ledger/ledger.ts'
import { createProjections } from './projections.ts'
import { RoomSocket, type SocketFigures } from './room-socket.ts'
import { createSeats } from './seats.ts'
import { ROOM_TIMING, type RoomTiming } from './timing.ts'

/** The largest frame that a desk takes: a step 2 and its head. A viewer of a projection has little to say. */
const DESK_FRAME_BYTES = LIMITS.deskStep2Bytes + 64
const PROJECTION_FRAME_BYTES = LIMITS.deskUpdateBytes

/**
 * What the WebSocket server should take as one message at most: above every room's own bound, so that a frame that is
 * too large is refused with a named code.
 */
export const ROOM_MESSAGE_BYTES = 4 * LIMITS.deskStep2Bytes

/** What rooms need from the rest of the relay. `timing` is for tests. */
export interface RoomsOptions {
  readonly ledger: Ledger
  readonly rosters: Pick<Rosters, 'present' | 'grantsOf' | 'entriesAfter' | 'subscribe'>
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly timing?: Partial<RoomTiming>
}

/** Figures for /metrics. */
export interface RoomsStats extends Readonly<SocketFigures> {
  readonly projections: number
  readonly desks: number
  readonly sockets: number
}

/** All rooms of a relay. */
export interface Rooms {
  /**
   * Takes a socket after its upgrade, for as long as it lives and its person may be in the room. Every refusal is a
   * close with a code of the table: the room's name and the person's right to it are checked here, and again whenever
   * the roster changes or a grant ends; who is signed in, and Origin, by the caller.
   */
  accept(socket: WebSocket, request: { readonly name: string; readonly device: DeviceRow }): void
  /** A file was handed in for a thread of this orb: a queue item may have waited for it. */
  attachmentCame(orbId: string): void
  /** Closes every socket with `slow` (connect again), and waits for the writes of desks that are under way. */
  close(): Promise<void>
  stats(): RoomsStats
}

/** Opens the rooms. Queue items that are ready begin to be taken at once, whether somebody looks or not. */
export function createRooms({ ledger, rosters, log, now, timing: tuned }: RoomsOptions): Rooms {
  const timing: RoomTiming = { ...ROOM_TIMING, ...tuned }
  const figures: SocketFigures = { framesSent: 0, bytesSent: 0, slowClosed: 0 }
  const projections = createProjections({ ledger, rosters, log, now, timing })
  const desks = createDesks({ ledger, rosters, log, now, timing })
  const seats = createSeats({ rosters, now })
  let isClosed = false

  const stopFeed = ledger.subscribe((changes) => {
    projections.feed(changes)
    desks.feed(changes)
    for (const change of changes) if (change.type === 'removed') seats.removed(change.orbId)
  })
  const stopRoster = rosters.subscribe(() => {
    seats.review()
    projections.rosterGrew()
    desks.rosterGrew()
  })
  const heart = setInterval(() => {
    projections.heartbeat()
    desks.heartbeat()
  }, timing.heartbeatMs)
  heart.unref()

  const join = (socket: RoomSocket, room: RoomName, orbId: string | null): void => {
    if (socket.closing) return
    if (isClosed) return socket.close('slow')
    const audience = seats.take(socket, room, orbId)
    if (audience === null) return
    if (room.kind === 'desk') desks.join(socket, room.id)
    else projections.join(socket, room, orbId, audience)
  }

  return {
    attachmentCame: (orbId) => desks.attachmentCame(orbId),
    accept(socket, { name, device }) {
      // It may have gone while the caller looked its cookie up; then no close will follow.
      if (socket.readyState !== socket.OPEN) return
      const room = parseRoomName(name)
      const bound = room?.kind === 'desk' ? DESK_FRAME_BYTES : PROJECTION_FRAME_BYTES
      const viewer = new RoomSocket(socket, device, bound, figures)
      if (isClosed) return viewer.close('slow')
      if (room === null) return viewer.close('notFound')
      if (room.kind !== 'thread') return join(viewer, room, room.kind === 'fleet' ? null : room.id)
      // What the viewer says meanwhile waits in its socket.
      socket.pause()
      ledger
        .orbOfThread(room.id)
        .then((orbId) => join(viewer, room, orbId))
        .catch((error: unknown) => {
          log.error({ err: error, room: name }, 'a room could not be entered')
          viewer.close('slow')
        })
        .finally(() => socket.resume())
    },
    async close() {
      isClosed = true
      clearInterval(heart)
      stopFeed()
      stopRoster()
      seats.stop()
      projections.end()
      await desks.close()
    },
    stats: () => ({ ...figures, projections: projections.size, desks: desks.size, sockets: seats.size }),
  }
}
