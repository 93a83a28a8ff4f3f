import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ROUTES, SOCKETS, type Route } from '../../relay/app.ts'
import type { SocketRoute } from '../../relay/web/sockets.ts'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { Answer } from '../support/http.ts'
import { makeOrb, openLink } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { closing, type Closed } from '../support/sockets.ts'

/*
 * Every route and every socket, against every way of not being allowed in. A route that is missing here fails the
 * first test; a guard that is not, the second.
 */

const JSON_TYPE = { 'content-type': 'application/json' }

let relay: RelayProcess
let device: SignedIn
let ticket: string
let orbId: string

beforeAll(async () => {
  relay = await startRelayProcess()
  device = await relay.signIn()
  const orb = await makeOrb()
  orbId = orb.orbId
  ticket = (await openLink(relay, orb)).welcome.blobTicket
})
afterAll(() => relay.dispose())

/** What each route is asked with: a request that would be answered, were its sender the right one. */
const EXAMPLES: Readonly<Record<string, { path: (orb: string) => string; body?: unknown; answered: number }>> = {
  'GET /healthz': { path: () => '/healthz', answered: 200 },
  'GET /metrics': { path: () => '/metrics', answered: 200 },
  'POST /api/session': { path: () => '/api/session', body: {}, answered: 400 },
  'GET /api/session': { path: () => '/api/session', answered: 200 },
  'DELETE /api/session': { path: () => '/api/session', answered: 204 },
  'POST /api/start-links': { path: () => '/api/start-links', answered: 200 },
  'POST /api/orbs/:orbId/commands': {
    path: (orb) => `/api/orbs/${orb}/commands`,
    body: { commandId: 'authorised', fence: 0, command: { kind: 'stop' } },
    answered: 200,
  },
  'POST /api/stop-all': { path: () => '/api/stop-all', body: { commandId: 'authorised-too' }, answered: 200 },
  'GET /api/approvals/:approvalId': { path: () => '/api/approvals/none', answered: 404 },
  'POST /api/approvals/:approvalId/decision': { path: () => '/api/approvals/none/decision', body: {}, answered: 400 },
  'GET /api/threads/:threadId/entries': { path: () => '/api/threads/none/entries', answered: 404 },
  'GET /api/orbs/:orbId/blobs/:sha256': { path: (orb) => `/api/orbs/${orb}/blobs/${'a'.repeat(64)}`, answered: 404 },
  'PUT /api/orbs/:orbId/blobs/:sha256': { path: (orb) => `/api/orbs/${orb}/blobs/${'a'.repeat(64)}`, answered: 400 },
  'GET /*': { path: () => '/no-such-file.js', answered: 404 },
}

const SOCKET_EXAMPLES: Readonly<Record<string, (orb: string) => readonly string[]>> = {
  '/link': () => ['/link'],
  '/rooms/:name': (orb) => ['/rooms/fleet:me', `/rooms/orb:${orb}`, `/rooms/desk:${orb}`, '/rooms/thread:any'],
}

/** y-protocols' first step of an empty document: sync, step 1, one byte, no client. */
const FIRST_STEP = Uint8Array.of(0, 0, 1, 0)

const nameOf = (route: Route) => `${route.method} ${route.path}`

test('every route and every socket has a row here', () => {
  expect(ROUTES.map(nameOf).filter((name) => !(name in EXAMPLES))).toEqual([])
  expect(SOCKETS.map((socket) => socket.path).filter((path) => !(path in SOCKET_EXAMPLES))).toEqual([])
})

/** The ways to ask: the headers that each adds to a Host that is right unless said otherwise. */
const SENDERS: Readonly<Record<string, (method: string, path: string) => Record<string, string>>> = {
  nobody: () => ({}),
  page: () => ownOrigin(),
  device: () => ({ ...cookie(), ...ownOrigin() }),
  'device without origin': () => cookie(),
  'device, wrong origin': () => ({ ...cookie(), origin: 'http://evil.example' }),
  'device, null origin': () => ({ ...cookie(), origin: 'null' }),
  'device, other port': () => ({ ...cookie(), origin: `http://localhost:${relay.port + 1}` }),
  'foreign cookie': () => ({ cookie: 'perigee=' + 'A'.repeat(43), ...ownOrigin() }),
  'empty cookie': () => ({ cookie: 'perigee=', ...ownOrigin() }),
  local: (method, path) => local(method, path),
  'local with cookie': (method, path) => ({ ...local(method, path), ...cookie() }),
  'local with origin': (method, path) => ({ ...local(method, path), ...ownOrigin() }),
  'local for another path': (method, path) => local(method, path + 'x'),
  'orb ticket': () => bearer(ticket),
  'orb ticket with cookie': () => ({ ...bearer(ticket), ...cookie() }),
  'orb ticket with origin': () => ({ ...bearer(ticket), ...ownOrigin() }),
  'foreign ticket': () => bearer('A'.repeat(43)),
  'wrong host': () => ({ ...cookie(), ...ownOrigin(), host: `evil.example:${relay.port}` }),
  'wrong host, public': () => ({ host: 'evil.example' }),
}

const cookie = () => ({ cookie: device.cookie })
const ownOrigin = () => ({ origin: relay.url })
const local = (method: string, path: string) => ({ authorization: relay.localProof(method, path) })
const bearer = (token: string) => ({ authorization: 'Bearer ' + token })

const ALLOWED: Readonly<Record<Route['guard'], readonly string[]>> = {
  public: Object.keys(SENDERS).filter((sender) => !sender.startsWith('wrong host')),
  page: ['page', 'device', 'foreign cookie', 'empty cookie', 'local with origin', 'orb ticket with origin'],
  device: ['device'],
  local: ['local'],
  'orb-ticket': ['orb ticket'],
  'device-or-local': ['device', 'device without origin', 'local'],
}

/** Reading with a cookie alone is allowed: no other site can see the answer, and it has no effect. */
const ALLOWED_TO_READ = [
  'device',
  'device without origin',
  'device, wrong origin',
  'device, null origin',
  'device, other port',
  'local with cookie',
  'orb ticket with cookie',
]

describe.each(ROUTES.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  test('answers whom its guard names, and nobody else', async () => {
    const example = EXAMPLES[name]
    if (example === undefined) throw new Error('no row for ' + name)
    const path = example.path(orbId)
    const reads = route.method === 'GET'
    const allowed = new Set([
      ...ALLOWED[route.guard],
      ...(route.guard === 'device' && reads ? ALLOWED_TO_READ : []),
      ...(route.guard === 'device-or-local' ? ALLOWED_TO_READ.filter((sender) => sender.startsWith('device')) : []),
    ])
    const wrong: string[] = []
    const ask = (headers: Record<string, string>) =>
      relay.ask({
        method: route.method,
        path,
        headers: { ...(example.body === undefined ? {} : JSON_TYPE), ...headers },
        ...(example.body === undefined ? {} : { body: JSON.stringify(example.body) }),
      })
    const all = Object.entries(SENDERS).map(([sender, headers]) => [sender, headers(route.method, path)] as const)
    // The ones who are let in come last: one of them signs out.
    for (const [sender, headers] of all.filter(([who]) => !allowed.has(who))) {
      const answer = await ask(headers)
      if (!isRefusal(answer, sender)) wrong.push(`${sender} got ${answer.status} ${answer.text}`)
    }
    for (const [sender, headers] of all.filter(([who]) => allowed.has(who))) {
      const answer = await ask(headers)
      if (answer.status !== example.answered) wrong.push(`${sender} got ${answer.status} ${answer.text}`)
    }
    if (name === 'DELETE /api/session') device = await relay.signIn()
    expect(wrong).toEqual([])
  })
})

describe.each(SOCKETS.map((socket) => [socket.path, socket] as const))('WS %s', (_, socket) => {
  test('opens for whom its guard names, and nobody else', async () => {
    const wrong: string[] = []
    for (const path of SOCKET_EXAMPLES[socket.path]?.(orbId) ?? []) {
      for (const [sender, headers, expected] of socketSenders(socket)) {
        const got = await dial(path, headers)
        if (got !== expected) wrong.push(`${sender} at ${path} got ${got}, not ${expected}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('a device hears from every room of its own', async () => {
  for (const path of ['/rooms/fleet:me', `/rooms/orb:${orbId}`, `/rooms/desk:${orbId}`]) {
    expect(await dial(path, { ...cookie(), ...ownOrigin() }), path).toBe('open')
  }
  expect(await dial('/rooms/thread:none', { ...cookie(), ...ownOrigin() })).toBe(CLOSE.notFound.code)
})

test("a room of another person's fleet, or with no name of a room, is closed with a code that says so", async () => {
  const headers = { ...cookie(), ...ownOrigin() }
  expect(await dial('/rooms/fleet:somebody', headers)).toBe(CLOSE.forbidden.code)
  expect(await dial('/rooms/attic:me', headers)).toBe(CLOSE.notFound.code)
  expect(await dial('/rooms/orb:' + 'x'.repeat(65), headers)).toBe(CLOSE.notFound.code)
})

test('an upgrade anywhere else is refused', async () => {
  expect(await dial('/nothing.js', {})).toBe('HTTP 404')
  expect(await dial('/api/session', {})).toBe('HTTP 401')
  expect(await dial('/linked', {})).toBe('HTTP 404')
})

test("an orb's ticket is for its own blobs, and dies with its link", async () => {
  const orb = await makeOrb()
  const { client, welcome } = await openLink(relay, orb)
  const put = (to: string) =>
    relay.ask({
      method: 'PUT',
      path: `/api/orbs/${to}/blobs/${'b'.repeat(64)}`,
      headers: { authorization: 'Bearer ' + welcome.blobTicket },
      body: 'x',
    })
  expect((await put(orb.orbId)).status).toBe(400)
  expect((await put(orbId)).errorCode).toBe('forbidden')
  const again = await openLink(relay, orb)
  expect((await client.closed).code).toBe(CLOSE.replaced.code)
  expect((await put(orb.orbId)).errorCode).toBe('unauthenticated')
  again.client.terminate()
})

test('no answer carries a header that opens the relay to other sites', async () => {
  for (const path of ['/healthz', '/api/session', '/']) {
    for (const method of ['GET', 'OPTIONS', 'HEAD']) {
      const { headers } = await relay.ask({ method, path, headers: { origin: 'http://evil.example' } })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  }
})

function isRefusal(answer: Answer, sender: string): boolean {
  if (sender.startsWith('wrong host')) return answer.errorCode === 'wrong-host' && answer.status === 421
  return ['unauthenticated', 'forbidden', 'wrong-origin'].includes(answer.errorCode ?? '')
}

function socketSenders(socket: SocketRoute): [string, Record<string, string>, number | string][] {
  const open = 'open'
  const wrongHost: [string, Record<string, string>, string] = [
    'wrong host',
    { ...cookie(), ...ownOrigin(), host: 'evil.example' },
    'HTTP 421',
  ]
  if (socket.guard === 'orb-link') {
    return [
      ['orb', {}, open],
      ['cookie', cookie(), 'HTTP 403'],
      ['page', ownOrigin(), 'HTTP 403'],
      ['device', { ...cookie(), ...ownOrigin() }, 'HTTP 403'],
      ['orb at a wrong host', { host: 'evil.example' }, 'HTTP 421'],
      wrongHost,
    ]
  }
  return [
    ['nobody', {}, 'HTTP 403'],
    ['device without origin', cookie(), 'HTTP 403'],
    ['device, wrong origin', { ...cookie(), origin: 'http://evil.example' }, 'HTTP 403'],
    ['device, null origin', { ...cookie(), origin: 'null' }, 'HTTP 403'],
    ['page', ownOrigin(), CLOSE.unauthenticated.code],
    ['foreign cookie', { cookie: 'perigee=' + 'A'.repeat(43), ...ownOrigin() }, CLOSE.unauthenticated.code],
    ['orb ticket', { ...bearer(ticket), ...ownOrigin() }, CLOSE.unauthenticated.code],
    wrongHost,
  ]
}

/** What a dialled socket comes to: a close code, a refused upgrade's status, or `open` where nothing closes it. */
async function dial(path: string, headers: Record<string, string>): Promise<number | string> {
  const ws = new WebSocket(`ws://127.0.0.1:${relay.port}${path}`, {
    headers: { host: `localhost:${relay.port}`, ...headers },
    perMessageDeflate: false,
  })
  const closed = closing(ws).then(({ code, status }: Closed) => (status === null ? code : `HTTP ${status}`))
  // An orb that is welcome hears a challenge, a viewer the answer to its first step; a refusal says nothing but its code.
  if (path.startsWith('/rooms/')) ws.once('open', () => ws.send(FIRST_STEP))
  const heard = new Promise<string>((resolve) => ws.once('message', () => resolve('open')))
  const result = await Promise.race([closed, heard])
  ws.terminate()
  return result
}
