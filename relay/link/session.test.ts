import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { testLedger } from '../../tests/support/ledger.ts'
import { dialLink, makeOrb } from '../../tests/support/orb-client.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { serveLink, type LinkSession } from './session.ts'

/** One served link, with a runner at its other end, over real sockets and a real ledger. */
async function servedLink() {
  const { ledger, ...rest } = await testLedger()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    server.close()
    await rest[Symbol.asyncDispose]()
  })
  await once(server, 'listening')
  const localKey = Buffer.alloc(32, 7)
  const relay = { port: (server.address() as AddressInfo).port, localKey: () => localKey }
  const connected = once(server, 'connection') as Promise<[WebSocket]>
  const client = dialLink(relay)
  const [ws] = await connected
  const session: LinkSession = serveLink(ws, {
    ledger,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(ledger, () => ({
      links: 1,
      heldBytes: 0,
      rooms: { framesSent: 0, bytesSent: 0, slowClosed: 0, projections: 0, desks: 0, sockets: 0 },
    })),
    localKey,
    now: Date.now,
    isStorageFull: () => false,
    expects: () => undefined,
    opened: () => undefined,
    closed: () => undefined,
  })
  await client.hello(await makeOrb())
  await client.next('welcome')
  return { client, session, ws }
}

test('a silent link is pinged after 20 s, and given up after 45 s', async () => {
  const { client, session } = await servedLink()
  const start = performance.now()
  session.beat(start + 19_000)
  expect(client.waiting('ping')).toEqual([])
  session.beat(start + 21_000)
  expect(await client.next('ping')).toEqual({ t: 'ping', id: 1 })
  session.beat(start + 22_000)
  session.beat(start + 46_000)
  const { code, reason } = await client.closed
  expect([code, reason]).toEqual([CLOSE.slow.code, 'Nothing was heard for 45 s.'])
  expect(client.waiting('ping')).toEqual([])
})

test('an answered ping keeps the link, and so does our own not listening', async () => {
  const { client, session, ws } = await servedLink()
  const start = performance.now()
  ws.pause()
  session.beat(start + 90_000)
  ws.resume()
  session.beat(start + 100_000)
  client.send({ t: 'ping', id: 7 })
  expect(await client.next('pong')).toEqual({ t: 'pong', id: 7 })
})
