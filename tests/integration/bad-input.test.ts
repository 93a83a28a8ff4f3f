import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { openLedgerInProcess } from '../../relay/ledger/in-process.ts'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { EntriesPage, Health } from '../../shared/http/api.ts'
import type { OrbView } from '../../shared/rooms/content.ts'
import { newId } from '../../shared/ids.ts'
import { LIMITS } from '../../shared/limits.ts'
import { approvalReport, decisionFor } from '../support/approvals.ts'
import {
  dialLink,
  entryEvent,
  entryEvents,
  makeOrb,
  openLink,
  reportEvent,
  type OrbClient,
} from '../support/orb-client.ts'
import { openRoom } from '../support/room-reader.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'

let relay: RelayProcess
let device: SignedIn

beforeAll(async () => {
  relay = await startRelayProcess()
  device = await relay.signIn()
})
afterAll(() => relay.dispose())

const SLOW = { timeout: 60_000 }
const MIB = 1024 * 1024
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const eventsText = (event: string) => `{"t":"events","events":[${event}]}`
const deepEvent = () => eventsText(JSON.stringify(entryEvent(1, { body: 'deep' })).replace('"deep"', nested(20_000)))

describe('on the link', () => {
  const wrong: [string, (client: OrbClient) => void, number][] = [
    ['text that is no JSON', (client) => client.sendRaw('{"t":'), CLOSE.badMessage.code],
    ['a binary frame', (client) => client.sendRaw(Buffer.from('{}')), CLOSE.badMessage.code],
    ['JSON that is no object', (client) => client.send([1]), CLOSE.badMessage.code],
    ['null', (client) => client.send(null), CLOSE.badMessage.code],
    ['an unknown message', (client) => client.send({ t: 'telemetry' }), CLOSE.badMessage.code],
    ['a second hello', (client) => client.send({ t: 'hello' }), CLOSE.badMessage.code],
    ['no events at all', (client) => client.events([]), CLOSE.badMessage.code],
    ['too many events', (client) => client.events(entryEvents(1, LIMITS.linkBatch + 1)), CLOSE.badMessage.code],
    ['an event without an entry', (client) => client.send({ t: 'events', events: [{ type: 'entry', seq: 1 }] }), 4400],
    ['an id with a slash', (client) => client.events([entryEvent(1, { threadId: '../etc' })]), CLOSE.badMessage.code],
    ['a number that is none', (client) => client.sendRaw('{"t":"ping","id":1e999}'), CLOSE.badMessage.code],
    ['events that are nested arrays', (client) => client.sendRaw(eventsText(nested(100_000))), CLOSE.badMessage.code],
    ['a body nested too deeply', (client) => client.sendRaw(deepEvent()), CLOSE.badMessage.code],
    ['a message over its bound', (client) => client.sendRaw('"' + 'x'.repeat(LIMITS.linkMessageBytes) + '"'), 4413],
    ['a message far over its bound', (client) => client.sendRaw('x'.repeat(5 * LIMITS.linkMessageBytes)), 1009],
  ]

  test.each(wrong)('%s closes with a code, and costs nothing that was acknowledged', async (_, send, code) => {
    const orb = await makeOrb()
    const { client } = await openLink(relay, orb)
    send(client)
    const closed = await client.closed
    expect(closed.code).toBe(code)
    if (code !== 1009) expect(closed.reason).not.toBe('')
    const again = await openLink(relay, orb)
    again.client.events([entryEvent(1, { threadId: newId() })])
    expect((await again.client.next('ack')).seq).toBe(1)
    again.client.terminate()
  })

  test('text that is not UTF-8 ends the link', async () => {
    const ws = new WebSocket(`ws://127.0.0.1:${relay.port}/link`)
    const closed = new Promise<number>((resolve) => ws.once('close', resolve))
    await new Promise((resolve) => ws.once('message', resolve))
    ws.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false })
    expect(await closed).toBe(1007)
  })

  test('a crowd that says nothing does not shut out an orb for longer than its sockets live', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const client = dialLink(relay)
        await client.next('challenge')
        return client
      }),
    )
    expect((await dialLink(relay).closed).code).toBe(CLOSE.slow.code)
    for (const client of crowd) client.terminate()
    await expect
      .poll(async () => {
        const client = dialLink(relay)
        const heard = client.next('challenge').then(
          () => true,
          () => false,
        )
        return heard.finally(() => client.terminate())
      })
      .toBe(true)
  })

  test('fields and reports that this version does not know are kept in the record', async () => {
    const own = await startRelayProcess()
    onTestFinished(() => own.dispose())
    const threadId = newId()
    const { client } = await openLink(own, await makeOrb())
    const odd = { ...entryEvent(1, { threadId }), mood: { deep: ['kept'] }, facets: { text: 'x', colour: 'blue' } }
    client.events([odd, reportEvent(2, { name: 'weather', threadId, rain: true }), entryEvent(3, { threadId })])
    expect((await client.next('ack')).seq).toBe(3)
    expect(await own.stop()).toBe(0)
    const ledger = await openLedgerInProcess({ file: join(own.state, 'relay', 'ledger.sqlite') })
    onTestFinished(() => ledger.close())
    const raw = await ledger.rawEvents(threadId, 0, 10)
    expect(JSON.parse(raw[0]?.json ?? '')).toEqual(odd)
  })

  test('a report that is malformed is kept without effect, and the link goes on', async () => {
    const { client } = await openLink(relay, await makeOrb())
    client.events([reportEvent(1, { name: 'approval.raised', approval: 'yes' }), entryEvent(2, { threadId: newId() })])
    expect((await client.next('ack')).seq).toBe(2)
    client.terminate()
  })

  test('names of any kind are cut and shown as they are', async () => {
    const orb = await makeOrb()
    const markup = '\u202e<img src=x onerror=alert(1)>'
    const { client } = await openLink(relay, orb, { title: markup + '🛰'.repeat(5_000) })
    const room = openRoom({ relayUrl: relay.url, name: 'orb:' + orb.orbId, device })
    onTestFinished(() => room.close())
    const view = await room.until((doc) => doc.getMap('orb').get('state') as OrbView | undefined, 'the orb')
    expect(view.title.startsWith(markup)).toBe(true)
    expect(view.title.length).toBeLessThanOrEqual(LIMITS.nameChars)
    client.terminate()
  })
})

describe('over HTTP', () => {
  const path = '/api/stop-all'
  const json = 'application/json'
  const whole = JSON.stringify({ commandId: 'one' })
  const wrong: [string, string | undefined, string | Uint8Array, number, string][] = [
    ['no content type', undefined, whole, 415, 'not-json'],
    ['a form', 'application/x-www-form-urlencoded', 'commandId=one', 415, 'not-json'],
    ['a simple text', 'text/plain', whole, 415, 'not-json'],
    ['nothing', json, '', 400, 'bad-request'],
    ['half of it', json, whole.slice(0, -1), 400, 'bad-request'],
    ['something else', json, '[]', 400, 'bad-request'],
    ['a wrong field', json, '{"commandId":7}', 400, 'bad-request'],
    ['an absurd id', json, JSON.stringify({ commandId: 'x'.repeat(65) }), 400, 'bad-request'],
    ['bytes that are no text', json, Uint8Array.of(0x7b, 0xff, 0x7d), 400, 'bad-request'],
    ['deep nesting', json, nested(50_000), 400, 'bad-request'],
    ['too much', json, JSON.stringify({ commandId: 'x'.repeat(LIMITS.requestBytes) }), 413, 'too-large'],
  ]

  test.each(wrong)('%s is answered with a code and a sentence', async (_, type, body, status, code) => {
    for (const chunked of [false, true]) {
      const headers = {
        cookie: device.cookie,
        origin: relay.url,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }),
      }
      const answer = await relay.ask({ method: 'POST', path, headers, body })
      expect([answer.status, answer.errorCode]).toEqual([status, code])
      expect((answer.json() as { error: { message: string } }).error.message).toMatch(/^[A-Z"].+\.$/)
    }
  })

  test('a decision with an answer that is nested too deeply is a bad request, and decides nothing', async () => {
    const orb = await makeOrb()
    const { client } = await openLink(relay, orb)
    const { approval } = await approvalReport(orb.orbId, newId())
    client.events([reportEvent(1, { name: 'approval.raised', approval })])
    await client.next('ack')
    const decision = JSON.stringify(
      await decisionFor(device, orb.orbId, approval, 'allow', {}, { answer: { deep: 0 } }),
    )
    const address = `/api/approvals/${approval.approvalId}/decision`
    const headers = { cookie: device.cookie, origin: relay.url, 'content-type': json }
    const body = decision.replace('"deep":0', `"deep":${nested(20_000)}`)
    const answer = await relay.ask({ method: 'POST', path: address, headers, body })
    expect([answer.status, answer.errorCode]).toEqual([400, 'bad-request'])
    const view = await relay.askAs(device, 'GET', '/api/approvals/' + approval.approvalId)
    expect(view.json()).toMatchObject({ outcome: 'pending' })
    client.terminate()
  })

  test.each([
    '/api/approvals/%00',
    '/api/approvals/..%2f..%2flocal.key',
    '/api/approvals/' + 'x'.repeat(65),
    '/api/threads/none/entries',
    `/api/orbs/none/blobs/${'A'.repeat(64)}`,
    '/api/orbs/none/blobs/../../local.key',
    '/api/nothing',
    '/auth/callback',
  ])('GET %s names nothing', async (address) => {
    const answer = await relay.askAs(device, 'GET', address)
    expect([answer.status, answer.errorCode]).toEqual([404, 'not-found'])
  })

  test.each([
    'before=0',
    'before=x',
    'before=1.5',
    'limit=0',
    `limit=${LIMITS.pageEntries + 1}`,
    'before=-1',
    'limit=',
  ])('a page asked for with ?%s is a bad request', async (query) => {
    const threadId = newId()
    const { client } = await openLink(relay, await makeOrb())
    client.events([entryEvent(1, { threadId })])
    await client.next('ack')
    expect((await relay.askAs(device, 'GET', `/api/threads/${threadId}/entries`)).status).toBe(200)
    expect((await relay.askAs(device, 'GET', `/api/threads/${threadId}/entries?${query}`)).status).toBe(400)
    client.terminate()
  })

  test('a path out of the folder of the app leads nowhere', async () => {
    for (const address of ['/../package.json', '/..%2fpackage.json', '/%2e%2e/package.json', '/assets/..%5c..%5cx']) {
      const { status, text } = await relay.ask({ path: address })
      expect([400, 404], address).toContain(status)
      expect(text).not.toContain('"dependencies"')
    }
  })
})

// Together, because each mostly waits.
describe.concurrent('what takes its time:', () => {
  test('whoever does not say hello in time is cut off, and pings do not help', SLOW, async () => {
    const client = dialLink(relay)
    await client.next('challenge')
    const started = performance.now()
    const { code, reason } = await client.closed
    // No final code: a runner that is only slow must come back.
    expect(code).toBe(CLOSE.slow.code)
    expect(reason).toContain('10 s')
    expect(performance.now() - started).toBeGreaterThan(9_000)
  })

  test(
    'a disk that fills up is told, and events go on by themselves when there is room',
    SLOW,
    async ({ onTestFinished: after }) => {
      const folder = mkdtempSync(join(tmpdir(), 'perigee-ballast-'))
      after(() => rmSync(folder, { recursive: true }))
      const { bavail, bsize } = statfsSync(folder)
      const tight = await startRelayProcess(['--min-free-bytes', String(bavail * bsize - 256 * MIB)])
      after(() => tight.dispose())
      const orb = await makeOrb()
      const threadId = newId()
      const { client } = await openLink(tight, orb)
      const all = entryEvents(1, 2_000, { threadId })
      client.events(all.slice(0, 1))
      await client.next('ack')

      const ballast = openSync(join(folder, 'ballast'), 'w')
      const chunk = Buffer.alloc(16 * MIB)
      for (let written = 0; written < 512; written += 16) writeSync(ballast, chunk)
      let sent = 1
      const storage = async () => ((await tight.ask({ path: '/healthz' })).json() as Health).storage
      do client.events(all.slice(sent, ++sent))
      while ((await storage()) === 'ok' && sent < all.length)
      expect(await client.next('storage')).toEqual({ t: 'storage', full: true })

      closeSync(ballast)
      rmSync(join(folder, 'ballast'))
      expect(await client.next('storage')).toEqual({ t: 'storage', full: false })
      const acked = Math.max(1, ...client.waiting('ack').map((ack) => ack.seq))
      expect(acked).toBeLessThan(sent)
      client.events(all.slice(acked, acked + 50))
      for (let seq = acked; seq < acked + 50;) seq = (await client.next('ack')).seq
      client.terminate()
    },
  )

  test(
    'a store at its bound refuses new events, takes answers, and loses nothing',
    SLOW,
    async ({ onTestFinished: after }) => {
      // A sixteenth is kept for what people say: more than one commit of events.
      const small = await startRelayProcess(['--ledger-max-bytes', String(32 * MIB)])
      after(() => small.dispose())
      const me = await small.signIn()
      const orb = await makeOrb()
      const threadId = newId()
      const { client } = await openLink(small, orb)
      const asked = await approvalReport(orb.orbId, threadId)
      client.events([reportEvent(1, asked)])
      expect((await client.next('ack')).seq).toBe(1)

      const text = 'x'.repeat(60_000)
      const total = 800
      for (let seq = 2; seq <= total; seq += 10) {
        client.events(entryEvents(seq, Math.min(seq + 9, total), { threadId, body: { text } }))
      }
      expect(await client.next('storage')).toEqual({ t: 'storage', full: true })
      expect((await small.ask({ path: '/healthz' })).json()).toMatchObject({ ok: true, storage: 'full' })
      // What people say is small, and matters more than one more event.
      const decision = await decisionFor(me, orb.orbId, asked.approval, 'deny')
      const decided = await small.askAs(me, 'POST', `/api/approvals/${asked.approval.approvalId}/decision`, decision)
      expect(decided.status).toBe(200)
      expect((await client.next('command')).command.commandId).toBe(decision.decisionId)

      const acked = Math.max(1, ...client.waiting('ack').map((ack) => ack.seq))
      expect(acked).toBeLessThan(total)
      const again = await openLink(small, orb, {
        firstSeq: 1,
        lastSeq: total,
        openApprovals: [asked.approval.approvalId],
      })
      expect(again.welcome.acked).toBe(acked)
      expect(await again.client.next('storage')).toEqual({ t: 'storage', full: true })
      const page = (await small.askAs(me, 'GET', `/api/threads/${threadId}/entries?limit=1`)).json() as EntriesPage
      // The raise is a report and has no position in the thread.
      expect(page.head).toBe(acked - 1)

      await small.restart([])
      const roomy = await openLink(small, orb, { firstSeq: 1, lastSeq: total })
      expect(roomy.welcome.acked).toBe(acked)
      roomy.client.events(entryEvents(acked + 1, acked + 5, { threadId, body: { text } }))
      expect((await roomy.client.next('ack')).seq).toBe(acked + 5)
      roomy.client.terminate()
    },
  )
})
