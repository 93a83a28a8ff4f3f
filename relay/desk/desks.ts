import type { Change } from '../ledger/ledger.ts'
import type { RoomSocket } from '../rooms/room-socket.ts'
import type { RoomTiming } from '../rooms/timing.ts'
import { Desk, type DeskContext } from './desk.ts'
import { DeskRoom } from './desk-room.ts'
import { QueueTaker } from './queue-taker.ts'

/** All desks of a relay, and the queue on them. */
export interface Desks {
  /** Desks with somebody at them. */
  readonly size: number
  join(socket: RoomSocket, orbId: string): void
  feed(changes: readonly Change[]): void
  /** Somebody may operate now who could not before: what they made ready may be taken. */
  rosterGrew(): void
  /** A file was handed in for a thread of this orb. */
  attachmentCame(orbId: string): void
  heartbeat(): void
  /** Closes every socket with `slow`, and waits for what is under way. */
  close(): Promise<void>
}

/** Opens the desks, and begins to take what is ready. */
export function createDesks(context: DeskContext & { readonly timing: RoomTiming }): Desks {
  // There is never more than one object of a desk: its line is what keeps the order.
  const desks = new Map<string, Desk>()
  const rooms = new Map<string, DeskRoom>()
  const { timing, log } = context

  const deskOf = (orbId: string): Desk => {
    const known = desks.get(orbId)
    if (known !== undefined) return known
    const desk = new Desk(orbId, context)
    desks.set(orbId, desk)
    return desk
  }
  const letGo = (orbId: string): void => {
    const desk = desks.get(orbId)
    if (desk === undefined || rooms.has(orbId)) return
    void desk.forget().then(() => {
      if (desk.idle && !rooms.has(orbId)) desks.delete(orbId)
    })
  }
  const taker = new QueueTaker(context, deskOf, letGo)
  taker.start().catch((error: unknown) => log.error({ err: error }, 'the queues could not be looked at'))

  const onLeft = (orbId: string, room: DeskRoom): void => {
    if (room.size > 0) return
    setTimeout(() => {
      if (room.size > 0 || rooms.get(orbId) !== room) return
      rooms.delete(orbId)
      letGo(orbId)
    }, timing.keepMs).unref()
  }

  return {
    get size() {
      return rooms.size
    },
    join(socket, orbId) {
      let room = rooms.get(orbId)
      if (room === undefined) {
        room = new DeskRoom(deskOf(orbId), context, timing, () => taker.deskChanged(orbId))
        rooms.set(orbId, room)
      }
      const joined = room
      joined.join(socket, () => onLeft(orbId, joined))
    },
    feed(changes) {
      taker.feed(changes)
      for (const change of changes) {
        if (change.type !== 'removed') continue
        rooms.get(change.orbId)?.end('notFound')
        rooms.delete(change.orbId)
        letGo(change.orbId)
      }
    },
    rosterGrew: () => taker.rosterGrew(),
    attachmentCame: (orbId) => taker.attachmentCame(orbId),
    heartbeat() {
      for (const room of rooms.values()) room.heartbeat()
    },
    async close() {
      taker.close()
      for (const room of rooms.values()) room.end('slow')
      await Promise.all([...desks.values()].map((desk) => desk.forget()))
    },
  }
}
