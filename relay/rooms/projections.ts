import type { Logger } from 'pino'
import { threadsSeen } from '../../shared/people/grants.ts'
import { roomName, type RoomName } from '../../shared/rooms/names.ts'
import type { Rosters } from '../devices/rosters.ts'
import type { Change, Ledger } from '../ledger/ledger.ts'
import type { RoomContent } from './content.ts'
import { Followers } from './feed.ts'
import { fleetContent } from './fleet-content.ts'
import { orbContent } from './orb-content.ts'
import { Projection } from './projection.ts'
import type { RoomSocket } from './room-socket.ts'
import { WHOLE } from './sight.ts'
import { threadContent } from './thread-content.ts'
import type { RoomTiming } from './timing.ts'

/** What projections need from the rest of the relay. */
export interface ProjectionsOptions {
  readonly ledger: Ledger
  readonly rosters: Pick<Rosters, 'present' | 'grantsOf'>
  readonly log: Logger
  readonly now: () => number
  readonly timing: RoomTiming
}

/** The projections in memory: one for each audience of a room. */
export interface Projections {
  readonly size: number
  /** Takes a viewer who belongs to this audience of a room other than a desk; `orbId` is its orb, null for a fleet. */
  join(socket: RoomSocket, room: RoomName, orbId: string | null, audience: string): void
  feed(changes: readonly Change[]): void
  /** The roster has a new entry: fleets say which. */
  rosterGrew(): void
  heartbeat(): void
  /** Closes every viewer with `slow`. */
  end(): void
}

interface Shown {
  readonly projection: Projection
  readonly room: RoomName
  readonly orbId: string | null
}

/** No projection yet. */
export function createProjections({ ledger, rosters, log, now, timing }: ProjectionsOptions): Projections {
  const byKey = new Map<string, Shown>()
  const followers = new Followers<Projection>()
  let isStorageFull = false

  ledger.stats().then(
    (stats) => {
      isStorageFull ||= stats.storageFull
    },
    (error: unknown) => log.error({ err: error }, 'the ledger told no figures'),
  )

  const contentOf = (room: RoomName, viewer: RoomSocket): RoomContent => {
    const grants = rosters.grantsOf(viewer.device.personId)
    const at = now()
    if (room.kind === 'fleet')
      return fleetContent(ledger, { grants, at, rosterVersion: () => rosters.present?.version ?? null })
    if (room.kind === 'thread') return threadContent(ledger, room.id)
    return orbContent(ledger, room.id, threadsSeen(grants, room.id, at))
  }

  const open = (key: string, room: RoomName, orbId: string | null, viewer: RoomSocket): Projection => {
    const content = contentOf(room, viewer)
    const projection = new Projection(key, content, {
      ledger,
      log,
      now,
      timing,
      isStorageFull: () => isStorageFull,
      onEnd: () => {
        followers.remove(projection, content.topics)
        if (byKey.get(key)?.projection === projection) byKey.delete(key)
      },
    })
    byKey.set(key, { projection, room, orbId })
    followers.add(projection, content.topics)
    return projection
  }

  return {
    get size() {
      return byKey.size
    },
    join(socket, room, orbId, audience) {
      const name = roomName(room.kind, room.id)
      const key = audience === WHOLE ? name : name + ' ' + audience
      const projection = byKey.get(key)?.projection ?? open(key, room, orbId, socket)
      projection.join(socket)
    },
    feed(changes) {
      for (const change of changes) if (change.type === 'storage') isStorageFull = change.full
      for (const [projection, group] of followers.group(changes)) projection.feed(group)
      for (const change of changes) {
        if (change.type !== 'removed') continue
        for (const { projection, orbId } of byKey.values()) if (orbId === change.orbId) projection.end('notFound')
      }
    },
    rosterGrew() {
      for (const { projection, room } of byKey.values()) if (room.kind === 'fleet') projection.refresh()
    },
    heartbeat() {
      for (const { projection } of byKey.values()) projection.heartbeat()
    },
    end() {
      for (const { projection } of byKey.values()) projection.end('slow')
    },
  }
}
