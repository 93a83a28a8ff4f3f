import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { upgradeWebSocket, type WebSocketLike, type WebSocketServerLike } from '@hono/node-server'
import { WebSocketServer, type WebSocket } from 'ws'
import { CLOSE, type CloseName } from '../../shared/codes/close-codes.ts'
import { PerigeeError, toPerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'
import { deviceRow } from '../devices/viewer.ts'
import { ROOM_MESSAGE_BYTES } from '../rooms/rooms.ts'
import type { RelayContext } from '../services.ts'
import { findDevice, requireNoBrowser, requireOwnOrigin } from './guards.ts'

/**
 * What `ws` reads into memory of one message before anything of ours sees it. Above the protocol's own bound, so
 * that a message that is somewhat too large gets a close code with a name; one above this is cut off by `ws` (1009).
 */
const LINK_MESSAGE_BYTES = 4 * LIMITS.linkMessageBytes

/** The WebSocket server that @hono/node-server works with, with a bound for each kind of socket. */
export interface Sockets {
  readonly server: WebSocketServerLike
  /** Ends every socket that is still open, without a word. */
  terminate(): void
}

/** A server without sockets. */
export function createSockets(): Sockets {
  const serverFor = (maxPayload: number) =>
    new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  const link = serverFor(LINK_MESSAGE_BYTES)
  const room = serverFor(ROOM_MESSAGE_BYTES)
  const both = Object.assign(new EventEmitter(), {
    options: { noServer: true },
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, opened: (ws: WebSocketLike) => void) {
      const server = request.url?.startsWith('/link') === true ? link : room
      server.handleUpgrade(request, socket, head, (ws) => opened(ws as unknown as WebSocketLike))
    },
    close() {
      link.close()
      room.close()
    },
  })
  return {
    server: both,
    terminate() {
      for (const ws of [...link.clients, ...room.clients]) ws.terminate()
    },
  }
}

/**
 * Who may open a socket. `orb-link`: no browser, a key is proved on the link itself. `device-socket`: a page of this
 * relay; who it is, and what it may see, is answered after the upgrade by a close code, which pages can read.
 */
export type SocketGuard = 'orb-link' | 'device-socket'

/** A socket's place in the table of routes. */
export interface SocketRoute {
  readonly path: string
  readonly guard: SocketGuard
  /** Asked before the upgrade: what to do with the socket after it. */
  readonly serve: (c: RelayContext) => Promise<(ws: WebSocket) => void> | ((ws: WebSocket) => void)
}

/** The handler of a socket's route. */
export async function openSocket(c: RelayContext, route: SocketRoute): Promise<Response> {
  // Who proves a key for this connection carries neither cookie nor Origin; who has a cookie must be our own page.
  if (route.guard === 'orb-link' || c.req.header('authorization') !== undefined) requireNoBrowser(c)
  else requireOwnOrigin(c)
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
    throw new PerigeeError('bad-request', 'This address takes WebSockets only.')
  }
  const serve = await route.serve(c)
  const onError = (error: unknown) => c.var.services.log.error({ err: error, path: c.req.path }, 'socket failed')
  return upgradeWebSocket(c, { onOpen: (_, socket) => serve(socket.raw as unknown as WebSocket) }, { onError })
}

/** WS /link: an orb. */
export function serveLinkSocket(c: RelayContext): (ws: WebSocket) => void {
  const { links } = c.var.services
  return (ws) => links.accept(ws)
}

/** WS /rooms/:name: a device watches a room, or works at a desk. */
export async function serveRoomSocket(c: RelayContext): Promise<(ws: WebSocket) => void> {
  const { rooms, rosters, deviceSockets, limits } = c.var.services
  const caller = await findDevice(c).catch((error: unknown) => {
    if (toPerigeeError(error).code === 'unauthenticated') return null
    throw error
  })
  if (caller === null) return refuse('unauthenticated')
  const { device, sessionEndsAt } = caller
  if (!limits.requests.take(device.deviceId)) return refuse('slow')
  const name = c.req.param('name') ?? ''
  return (ws) => {
    // It may have been revoked while its upgrade was under way.
    if (deviceRow(rosters.present, device.deviceId) === null) return refuse('unauthenticated')(ws)
    deviceSockets.add({ ...device, sessionEndsAt }, ws)
    rooms.accept(ws, { name, device })
  }
}

function refuse(name: CloseName): (ws: WebSocket) => void {
  return (ws) => ws.close(CLOSE[name].code, CLOSE[name].says)
}
