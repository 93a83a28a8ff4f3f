import { WebSocket } from 'ws'
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding'
import { writeSyncStep1 } from 'y-protocols/sync'
import * as Y from 'yjs'
import { CLOSE } from '../../../shared/codes/close-codes.ts'
import type { RoomKind } from '../../../shared/rooms/names.ts'
import { MESSAGE } from '../../../shared/rooms/wire.ts'
import { closing } from '../sockets.ts'
import { headersOf, PAGES, SIGNED_IN, type Principal } from './principals.ts'
import type { World } from './world.ts'

/** A room, and what comes of everybody who opens it. Who is no device is turned away before that. */
export interface RoomRow {
  readonly kind: RoomKind
  readonly what: string
  readonly name: (world: World) => string
  /** Who gets in. */
  readonly for: readonly Principal[]
  /** Who is told that it is there and not for them. Everybody else is told that there is no such room. */
  readonly forbidden?: readonly Principal[]
}

const EVERYWHERE: readonly Principal[] = ['owner', 'command line', 'operator', 'observer']
const OF_ORB: readonly Principal[] = [...EVERYWHERE, 'owner of the orb', 'operator of the orb', 'observer of the orb']
const OF_THREAD: readonly Principal[] = [...OF_ORB, 'operator of one thread']
const WATCHERS: readonly Principal[] = ['observer', 'observer of the orb', 'operator of one thread']
const DEVICES: readonly Principal[] = [...SIGNED_IN, 'command line']

/** Every kind of room. */
export const ROOM_ROWS: readonly RoomRow[] = [
  {
    kind: 'fleet',
    what: "the owner's",
    name: ({ people }) => `fleet:${people.get('owner')?.person.personId}`,
    for: ['owner', 'command line'],
    forbidden: DEVICES.filter((who) => who !== 'owner' && who !== 'command line'),
  },
  { kind: 'orb', what: 'the orb', name: ({ orb }) => `orb:${orb.orbId}`, for: OF_THREAD },
  {
    kind: 'orb',
    what: 'another orb',
    name: ({ other }) => `orb:${other.orbId}`,
    for: [...EVERYWHERE, 'operator elsewhere'],
  },
  { kind: 'thread', what: 'the one thread', name: ({ orb }) => `thread:${orb.threads[0]}`, for: OF_THREAD },
  { kind: 'thread', what: 'another thread', name: ({ orb }) => `thread:${orb.threads[1]}`, for: OF_ORB },
  {
    kind: 'thread',
    what: 'a thread of another orb',
    name: ({ other }) => `thread:${other.threads[0]}`,
    for: [...EVERYWHERE, 'operator elsewhere'],
  },
  {
    kind: 'desk',
    what: 'the orb',
    name: ({ orb }) => `desk:${orb.orbId}`,
    for: OF_ORB.filter((who) => !WATCHERS.includes(who)),
    forbidden: WATCHERS,
  },
]

/** What has to come of one principal at one room: `open`, a close code, or the status of a refused upgrade. */
export function expectedAt(row: RoomRow, who: Principal): number | string {
  if (row.for.includes(who)) return 'open'
  // Without an Authorization header only a page of ours is heard at all.
  if (who === 'nobody') return 'HTTP 403'
  if (!DEVICES.includes(who)) return CLOSE.unauthenticated.code
  return row.forbidden?.includes(who) === true ? CLOSE.forbidden.code : CLOSE.notFound.code
}

/** Whoever carries a cookie or an Origin is no orb. */
export function expectedAtLink(who: Principal): string {
  return PAGES.includes(who) ? 'HTTP 403' : 'open'
}

/** What comes of a socket that a principal opens; `more` headers go over theirs. */
export async function dial(
  world: World,
  path: string,
  who: Principal,
  more: Record<string, string> = {},
): Promise<number | string> {
  const { port } = world.relay
  const headers = await headersOf(world, who, { method: 'GET', path })
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { host: `localhost:${port}`, ...headers, ...more },
    perMessageDeflate: false,
  })
  const closed = closing(ws).then(({ code, status }) => (status === null ? code : `HTTP ${status}`))
  // A viewer hears the answer to its first step, an orb a challenge; a refusal says nothing but its code.
  if (path.startsWith('/rooms/')) ws.once('open', () => ws.send(firstStep()))
  const heard = new Promise<string>((resolve) => ws.once('message', () => resolve('open')))
  const result = await Promise.race([closed, heard])
  ws.terminate()
  return result
}

function firstStep(): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, MESSAGE.sync)
  writeSyncStep1(encoder, new Y.Doc())
  return toUint8Array(encoder)
}
