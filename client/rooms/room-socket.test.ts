import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { setRenewal } from '../platform/renewal.ts'
import { openRoomSocket, type Closed, type RoomSocket } from './room-socket.ts'

/** A browser throws nothing for a socket that fails. */
class PageSocket extends WebSocket {
  constructor(url: string) {
    super(url)
    this.on('error', () => undefined)
  }
}

/** The longest that the first retry may wait, and some. */
const FIRST_RETRY_MS = 400

let server: WebSocketServer
let page: EventTarget & { visibilityState: string }
let room: RoomSocket | null = null

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  // One page for all tests, as the client's lifecycle listens to it once.
  page ??= Object.assign(new EventTarget(), { visibilityState: 'visible' })
  Object.assign(globalThis, {
    WebSocket: PageSocket,
    location: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    document: page,
    window: new EventTarget(),
  })
})
afterEach(() => {
  room?.close()
  server.close()
  for (const socket of server.clients) socket.terminate()
})

function look(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

const quiet = { opened() {}, frame() {} }

test('a try that fell due behind another app is made on return, however short the absence was', async () => {
  const first = once(server, 'connection')
  const lost = new Promise<void>((resolve) => {
    room = openRoomSocket('fleet:me', { ...quiet, closed: () => resolve() })
  })
  const [socket] = (await first) as [WebSocket]
  look('hidden')
  socket.close(4503)
  await lost
  await sleep(FIRST_RETRY_MS)
  expect(server.clients.size).toBe(0)
  const second = once(server, 'connection')
  look('visible')
  await second
})

test('a relay that ends every copy of a room at once is not asked in a circle', async () => {
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    socket.close(4409)
  })
  const opened = openRoomSocket('fleet:me', { ...quiet, closed: () => opened.again() })
  room = opened
  await sleep(1_500)
  // At once, and after about 0.5, 1 and 2 s; without a pause it would be hundreds.
  expect(connections).toBeGreaterThan(1)
  expect(connections).toBeLessThan(6)
})

test('a lapsed session is renewed, and nobody hears of it', async () => {
  const renewals: number[] = []
  setRenewal(async (since) => {
    renewals.push(since)
    return 'renewed'
  })
  server.once('connection', (socket) => socket.close(4401))
  const again = new Promise<boolean>((resolve, reject) => {
    let opened = 0
    room = openRoomSocket('fleet:me', {
      ...quiet,
      opened: (_send, unbroken) => {
        opened += 1
        if (opened === 2) resolve(unbroken)
      },
      closed: (closed) => reject(new Error(JSON.stringify(closed))),
    })
  })
  expect(await again).toBe(true)
  expect(renewals).toHaveLength(1)
})

test.each<['refused' | 'unreachable', Closed['kind']]>([
  ['refused', 'final'],
  ['unreachable', 'lost'],
])('a session whose renewal is %s is said to be %s', async (renewal, kind) => {
  setRenewal(async () => renewal)
  server.on('connection', (socket) => socket.close(4401))
  const closed = await new Promise<Closed>((resolve) => {
    room = openRoomSocket('fleet:me', { ...quiet, closed: resolve })
  })
  expect(closed.kind).toBe(kind)
})

test('a relay that refuses the session that it has just granted is not asked in a circle', async () => {
  let renewals = 0
  setRenewal(async () => {
    renewals += 1
    return 'renewed'
  })
  server.on('connection', (socket) => socket.close(4401))
  const closed = await new Promise<Closed>((resolve) => {
    room = openRoomSocket('fleet:me', { ...quiet, closed: resolve })
  })
  expect(closed).toEqual({ kind: 'final', code: 4401 })
  expect(renewals).toBe(1)
})
