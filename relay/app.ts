import { Hono } from 'hono'
import { PerigeeError } from '../shared/codes/perigee-error.ts'
import { getApproval, getInbox, postDecision } from './approvals/http.ts'
import { getAudit } from './audit/http.ts'
import { deleteAttachment, getAttachment, putAttachment } from './blobs/attachments-http.ts'
import { getBlob, putBlob } from './blobs/http.ts'
import { postCommand } from './commands/post-command.ts'
import { stopAll } from './commands/stop-all.ts'
import {
  createInvitation,
  getInvitation,
  refuseInvitation,
  revealToJoining,
  withdrawInvitation,
} from './devices/invitations-http.ts'
import { getJoin, requestJoin, revealToOwner } from './devices/joining-http.ts'
import { createFirstCode, getRelay, pairFirst, recover } from './devices/pairing-http.ts'
import { getDevices, getRoster, postRoster } from './devices/roster-http.ts'
import { createNonce, createSession, endSession, readSession } from './devices/session.ts'
import { getHealth } from './health/health.ts'
import { getMetrics } from './metrics/metrics.ts'
import { postNote } from './notes/post-note.ts'
import { createNoteToken, getNoteTokens, revokeNoteToken } from './notes/tokens-http.ts'
import { deleteOrb } from './orbs/delete-orb.ts'
import { postEnrolment } from './orbs/post-enrolment.ts'
import { getArchive, getDiff, getFile, getFiles, getSessions, postAnswer } from './reads/http.ts'
import { postSearch } from './search/post-search.ts'
import type { RelayContext, RelayEnv, Services } from './services.ts'
import { getEntries } from './transcripts/http.ts'
import { errorResponse } from './web/errors.ts'
import { guard, ownHostOnly, type Guarded } from './web/guards.ts'
import { securityHeaders } from './web/headers.ts'
import type { Need } from './web/rights.ts'
import { getShell } from './web/shell.ts'
import { openSocket, serveLinkSocket, serveRoomSocket, type SocketRoute } from './web/sockets.ts'

/** One address of the relay, and who may use it. */
export interface Route extends Guarded {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly handle: (c: RelayContext) => Response | Promise<Response>
}

const GOVERN: Need = { action: 'govern', on: 'all' }

/**
 * Everything that the relay answers over HTTP. What is not in this table is not there. GETs have no effect. What a
 * person may do stands in `needs`; where it is null, being let in by the guard is enough.
 */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/healthz', guard: 'public', needs: null, unpaired: true, handle: getHealth },
  { method: 'GET', path: '/metrics', guard: 'device-or-local', needs: GOVERN, handle: getMetrics },
  { method: 'GET', path: '/api/relay', guard: 'public', needs: null, unpaired: true, handle: getRelay },
  { method: 'POST', path: '/api/pairing/codes', guard: 'local', needs: null, unpaired: true, handle: createFirstCode },
  { method: 'POST', path: '/api/pairing/first', guard: 'tool-or-page', needs: null, unpaired: true, handle: pairFirst },
  { method: 'POST', path: '/api/pairing/requests', guard: 'tool-or-page', needs: null, handle: requestJoin },
  { method: 'GET', path: '/api/pairing/request', guard: 'pairing', needs: null, handle: getJoin },
  { method: 'POST', path: '/api/pairing/request/reveal', guard: 'pairing', needs: null, handle: revealToOwner },
  { method: 'POST', path: '/api/recover', guard: 'tool-or-page', needs: null, handle: recover },
  { method: 'POST', path: '/api/session/nonce', guard: 'page', needs: null, handle: createNonce },
  { method: 'POST', path: '/api/session', guard: 'page', needs: null, handle: createSession },
  { method: 'GET', path: '/api/session', guard: 'device', needs: null, handle: readSession },
  { method: 'DELETE', path: '/api/session', guard: 'device', needs: null, handle: endSession },
  { method: 'GET', path: '/api/roster', guard: 'device', needs: GOVERN, handle: getRoster },
  // The roster's own rules say who may, for orbs as for the relay.
  { method: 'POST', path: '/api/roster', guard: 'device', needs: null, handle: postRoster },
  { method: 'GET', path: '/api/devices', guard: 'device', needs: GOVERN, handle: getDevices },
  { method: 'POST', path: '/api/invitations', guard: 'device', needs: GOVERN, handle: createInvitation },
  { method: 'GET', path: '/api/invitations/:invitationId', guard: 'device', needs: GOVERN, handle: getInvitation },
  {
    method: 'POST',
    path: '/api/invitations/:invitationId/reveal',
    guard: 'device',
    needs: GOVERN,
    handle: revealToJoining,
  },
  {
    method: 'POST',
    path: '/api/invitations/:invitationId/refuse',
    guard: 'device',
    needs: GOVERN,
    handle: refuseInvitation,
  },
  {
    method: 'DELETE',
    path: '/api/invitations/:invitationId',
    guard: 'device',
    needs: GOVERN,
    handle: withdrawInvitation,
  },
  { method: 'GET', path: '/api/audit', guard: 'device-or-local', needs: GOVERN, handle: getAudit },
  {
    method: 'POST',
    path: '/api/orbs/:orbId/commands',
    guard: 'device',
    needs: on('operate', 'body'),
    handle: postCommand,
  },
  { method: 'POST', path: '/api/search', guard: 'device', needs: on('see', 'body'), handle: postSearch },
  { method: 'POST', path: '/api/stop-all', guard: 'device', needs: on('operate', 'body'), handle: stopAll },
  { method: 'GET', path: '/api/approvals', guard: 'device', needs: on('see', 'body'), handle: getInbox },
  {
    method: 'GET',
    path: '/api/approvals/:approvalId',
    guard: 'device',
    needs: on('see', 'approval'),
    handle: getApproval,
  },
  {
    method: 'POST',
    path: '/api/approvals/:approvalId/decision',
    guard: 'device',
    needs: on('decide', 'approval'),
    handle: postDecision,
  },
  {
    method: 'GET',
    path: '/api/threads/:threadId/entries',
    guard: 'device',
    needs: on('see', 'thread'),
    handle: getEntries,
  },
  { method: 'GET', path: '/api/orbs/:orbId/blobs/:sha256', guard: 'device', needs: on('see', 'blob'), handle: getBlob },
  {
    method: 'PUT',
    path: '/api/orbs/:orbId/blobs/:sha256',
    guard: 'orb-ticket',
    needs: null,
    unpaired: true,
    handle: putBlob,
  },
  {
    method: 'PUT',
    path: '/api/orbs/:orbId/attachments/:sha256',
    guard: 'device',
    needs: on('operate', 'body'),
    handle: putAttachment,
  },
  {
    method: 'DELETE',
    path: '/api/orbs/:orbId/attachments/:sha256',
    guard: 'device',
    needs: on('operate', 'body'),
    handle: deleteAttachment,
  },
  {
    method: 'GET',
    path: '/api/orbs/:orbId/attachments/:sha256',
    guard: 'orb-ticket',
    needs: null,
    unpaired: true,
    handle: getAttachment,
  },
  {
    method: 'DELETE',
    path: '/api/orbs/:orbId',
    guard: 'device',
    needs: on('manage', 'orb'),
    signed: true,
    handle: deleteOrb,
  },
  { method: 'GET', path: '/api/orbs/:orbId/sessions', guard: 'device', needs: on('see', 'orb'), handle: getSessions },
  {
    method: 'GET',
    path: '/api/orbs/:orbId/workspace/files',
    guard: 'device',
    needs: on('see', 'orb'),
    handle: getFiles,
  },
  { method: 'GET', path: '/api/orbs/:orbId/workspace/file', guard: 'device', needs: on('see', 'orb'), handle: getFile },
  { method: 'GET', path: '/api/orbs/:orbId/workspace/diff', guard: 'device', needs: on('see', 'orb'), handle: getDiff },
  {
    method: 'GET',
    path: '/api/orbs/:orbId/workspace/archive',
    guard: 'device',
    needs: on('see', 'orb'),
    handle: getArchive,
  },
  {
    method: 'POST',
    path: '/api/orbs/:orbId/reads/:readId',
    guard: 'orb-ticket',
    needs: null,
    unpaired: true,
    handle: postAnswer,
  },
  { method: 'POST', path: '/api/enrolments', guard: 'device', needs: on('manage', 'body'), handle: postEnrolment },
  {
    method: 'GET',
    path: '/api/orbs/:orbId/note-tokens',
    guard: 'device',
    needs: on('manage', 'orb'),
    handle: getNoteTokens,
  },
  {
    method: 'POST',
    path: '/api/orbs/:orbId/note-tokens',
    guard: 'device',
    needs: on('manage', 'orb'),
    signed: true,
    handle: createNoteToken,
  },
  {
    method: 'DELETE',
    path: '/api/orbs/:orbId/note-tokens/:tokenId',
    guard: 'device',
    needs: on('manage', 'orb'),
    handle: revokeNoteToken,
  },
  { method: 'POST', path: '/api/notes', guard: 'note-token', needs: null, handle: postNote },
  { method: 'GET', path: '/*', guard: 'public', needs: null, unpaired: true, handle: getShell },
]

function on(action: Need['action'], target: Need['on']): Need {
  return { action, on: target }
}

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
  for (const route of ROUTES) app.on(route.method, route.path, guard(route), (c) => route.handle(c))
  app.notFound(() => {
    throw new PerigeeError('not-found', 'There is nothing at this address.')
  })
  app.onError((error, c) => errorResponse(error, c, services.log))
  return app
}
