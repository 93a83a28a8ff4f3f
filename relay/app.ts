import { Hono } from 'hono'
import { PerigeeError } from '../shared/codes/perigee-error.ts'
import { getApproval, postDecision } from './approvals/http.ts'
import { getBlob, putBlob } from './blobs/http.ts'
import { postCommand } from './commands/post-command.ts'
import { stopAll } from './commands/stop-all.ts'
import { createSession, createStartLink, endSession, readSession } from './devices/session.ts'
import { getHealth } from './health/health.ts'
import { getMetrics } from './metrics/metrics.ts'
import type { RelayContext, RelayEnv, Services } from './services.ts'
import { getEntries } from './transcripts/http.ts'
import { errorResponse } from './web/errors.ts'
import { guard, ownHostOnly, type Guard } from './web/guards.ts'
import { securityHeaders } from './web/headers.ts'
import { getShell } from './web/shell.ts'
import { openSocket, serveLinkSocket, serveRoomSocket, type SocketRoute } from './web/sockets.ts'

/** One address of the relay, and who may use it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly guard: Guard
  readonly handle: (c: RelayContext) => Response | Promise<Response>
}

/** Everything that the relay answers over HTTP. What is not in this table is not there. GETs have no effect. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/healthz', guard: 'public', handle: getHealth },
  { method: 'GET', path: '/metrics', guard: 'device-or-local', handle: getMetrics },
  { method: 'POST', path: '/api/session', guard: 'page', handle: createSession },
  { method: 'GET', path: '/api/session', guard: 'device', handle: readSession },
  { method: 'DELETE', path: '/api/session', guard: 'device', handle: endSession },
  { method: 'POST', path: '/api/start-links', guard: 'local', handle: createStartLink },
  { method: 'POST', path: '/api/orbs/:orbId/commands', guard: 'device', handle: postCommand },
  { method: 'POST', path: '/api/stop-all', guard: 'device', handle: stopAll },
  { method: 'GET', path: '/api/approvals/:approvalId', guard: 'device', handle: getApproval },
  { method: 'POST', path: '/api/approvals/:approvalId/decision', guard: 'device', handle: postDecision },
  { method: 'GET', path: '/api/threads/:threadId/entries', guard: 'device', handle: getEntries },
  { method: 'GET', path: '/api/orbs/:orbId/blobs/:sha256', guard: 'device', handle: getBlob },
  { method: 'PUT', path: '/api/orbs/:orbId/blobs/:sha256', guard: 'orb-ticket', handle: putBlob },
  { method: 'GET', path: '/*', guard: 'public', handle: getShell },
]

/** Everything that the relay answers with a WebSocket. */
export const SOCKETS: readonly SocketRoute[] = [
  { path: '/link', guard: 'orb-link', serve: serveLinkSocket },
  { path: '/rooms/:name', guard: 'device-socket', serve: serveRoomSocket },
]

/** The relay as a Hono app: the tables above, and what holds for every request. */
export function createApp(services: Services): Hono<RelayEnv> {
  const app = new Hono<RelayEnv>()
  app.use(async (c, next) => {
    c.set('services', services)
    await next()
  })
  app.use(securityHeaders(), ownHostOnly)
  for (const route of SOCKETS) app.get(route.path, (c) => openSocket(c, route))
  for (const route of ROUTES) app.on(route.method, route.path, guard(route.guard), (c) => route.handle(c))
  app.notFound(() => {
    throw new PerigeeError('not-found', 'There is nothing at this address.')
  })
  app.onError((error, c) => errorResponse(error, c, services.log))
  return app
}
