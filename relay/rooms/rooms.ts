import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { CloseName } from '../../shared/codes/close-codes.ts'
import { LIMITS } from '../../shared/limits.ts'
import { parseRoomName, roomName, type RoomName } from '../../shared/rooms/names.ts'
import { createDesks, type Desks } from '../desk/desks.ts'
import type { Change, DeviceRow, Ledger } from '../ledger/ledger.ts'
import type { RoomContent } from './content.ts'
import { groupByRoom } from './feed.ts'
import { fleetContent } from './fleet-content.ts'
import { orbContent } from './orb-content.ts'
import { Projection } from './projection.ts'
import { RoomSocket, type SocketFigures } from './room-socket.ts'
import { threadContent } from './thread-content.ts'
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
   * Takes a socket after its upgrade, for as long as it lives. Every refusal is a close with a code of the table:
   * the room's name and the device's right to it are checked here, cookie and Origin by the caller.
   */
  accept(socket: WebSocket, request: { readonly name: string; readonly device: DeviceRow }): void
  /** Closes every socket with `slow` (connect again), and waits for the writes of desks that are under way. */
  close(): Promise<void>
  stats(): RoomsStats
}

/** Opens the rooms. Queue items that are ready begin to be taken at once, whether somebody looks or not. */
export function createRooms({ ledger, log, now, timing: tuned }: RoomsOptions): Rooms {
  const timing: RoomTiming = { ...ROOM_TIMING, ...tuned }
  const projections = new Map<string, Projection>()
  const sockets = new Set<RoomSocket>()
  const figures: SocketFigures = { framesSent: 0, bytesSent: 0, slowClosed: 0 }
  const desks: Desks = createDesks({ ledger, log, now, timing })
  let isStorageFull = false
  let isClosed = false

  const stopFeed = ledger.subscribe((changes: readonly Change[]) => {
    for (const change of changes) if (change.type === 'storage') isStorageFull = change.full
    for (const [name, group] of groupByRoom(changes, projections)) projections.get(name)?.feed(group)
    desks.feed(changes)
  })
  ledger.stats().then(
    (stats) => {
      isStorageFull ||= stats.storageFull
    },
    (error: unknown) => log.error({ err: error }, 'the ledger told no figures'),
  )
  const heart = setInterval(() => {
    for (const projection of projections.values()) projection.heartbeat()
    desks.heartbeat()
  }, timing.heartbeatMs)
  heart.unref()

  const projectionOf = (room: RoomName, content: RoomContent): Projection => {
    const name = roomName(room.kind, room.id)
    const present = projections.get(name)
    if (present !== undefined) return present
    const made = new Projection(name, content, {
      ledger,
      log,
      now,
      timing,
      isStorageFull: () => isStorageFull,
      onEnd: () => {
        if (projections.get(name) === made) projections.delete(name)
      },
    })
    projections.set(name, made)
    return made
  }

  const join = (socket: RoomSocket, room: RoomName): void => {
    switch (room.kind) {
      case 'fleet':
        projectionOf(room, fleetContent(ledger)).join(socket)
        break
      case 'orb':
        projectionOf(room, orbContent(ledger, room.id)).join(socket)
        break
      case 'thread':
        projectionOf(room, threadContent(ledger, room.id)).join(socket)
        break
      case 'desk':
        desks.join(socket, room.id)
        break
    }
  }

  return {
    accept(socket, { name, device }) {
      // It may have gone while the caller looked its cookie up; then no close will follow.
      if (socket.readyState !== socket.OPEN) return
      const room = parseRoomName(name)
      const bound = room?.kind === 'desk' ? DESK_FRAME_BYTES : PROJECTION_FRAME_BYTES
      const viewer = new RoomSocket(socket, device, bound, figures)
      const refusal = isClosed ? 'slow' : refusalOf(room, device)
      if (room === null || refusal !== null) {
        viewer.close(refusal ?? 'notFound')
        return
      }
      sockets.add(viewer)
      socket.once('close', () => sockets.delete(viewer))
      join(viewer, room)
    },
    async close() {
      isClosed = true
      clearInterval(heart)
      stopFeed()
      for (const projection of projections.values()) projection.end('slow')
      await desks.close()
    },
    stats: () => ({ ...figures, projections: projections.size, desks: desks.size, sockets: sockets.size }),
  }
}

/** Why a device may not enter a room, as far as its name tells; null where it may. */
function refusalOf(room: RoomName | null, device: DeviceRow): CloseName | null {
  if (room === null) return 'notFound'
  return room.kind === 'fleet' && room.id !== device.personId ? 'forbidden' : null
}
