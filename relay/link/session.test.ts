import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { testLedger } from '../../tests/support/ledger.ts'
import { dialLink, makeOrb } from '../../tests/support/orb-client.ts'
import { openRosters } from '../devices/rosters.ts'
import { serveLink, type LinkSession } from './session.ts'
import { linkMetrics } from './testing/bench.ts'

/** One served link, with a runner at its other end, over real sockets and a real ledger. */
async function servedLink() {
  const { ledger, ...rest } = await testLedger()
  const log = pino({ level: 'silent' })
  const rosters = await openRosters({ ledger, log, now: Date.now })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    server.close()
    await rest[Symbol.asyncDispose]()
  })
  await once(server, 'listening')
  const orb = await makeOrb()
  const connected = once(server, 'connection') as Promise<[WebSocket]>
  const client = dialLink({
    port: (server.address() as AddressInfo).port,
    enrolment: () => Promise.reject(new Error()),
  })
  const [ws] = await connected
  const session: LinkSession = serveLink(ws, {
    ledger,
    rosters,
    trustedKeys: new Set([orb.key]),
    log,
    metrics: linkMetrics(ledger),
    now: Date.now,
    isStorageFull: () => false,
    expects: () => undefined,
    opened: () => undefined,
    readRefused: () => undefined,
    closed: () => undefined,
  })
  await client.hello(orb, { enrol: null })
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
