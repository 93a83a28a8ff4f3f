import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { EntriesPage } from '../../shared/http/api.ts'
import type { EnrolmentString } from '../../shared/devices/enrolment.ts'
import { newSecret } from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import type { Hello } from '../../shared/link/messages.ts'
import { LIMITS } from '../../shared/limits.ts'
import { approvalReport } from '../support/approvals.ts'
import {
  dialLink,
  entryEvent,
  entryEvents,
  makeOrb,
  openLink,
  reportEvent,
  type OrbClient,
  type OrbIdentity,
} from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'

let relay: RelayProcess
let device: SignedIn

beforeAll(async () => {
  relay = await startRelayProcess()
  device = await relay.signIn()
})
afterAll(() => relay.dispose())

async function entriesOf(threadId: string, before = Number.MAX_SAFE_INTEGER): Promise<EntriesPage> {
  const answer = await relay.askAs(device, 'GET', `/api/threads/${threadId}/entries?before=${before}`)
  expect(answer.status).toBe(200)
  return answer.json() as EntriesPage
}

describe('the greeting', () => {
  test('a known orb comes back with its key alone, and goes on behind what is committed', async () => {
    const orb = await makeOrb()
    const first = await openLink(relay, orb)
    expect(first.welcome).toMatchObject({ protocol: 1, acked: 0 })
    first.client.events(entryEvents(1, 3, { threadId: newId() }))
    expect(await first.client.next('ack')).toEqual({ t: 'ack', stream: orb.stream, seq: 3 })
    const again = await openLink(relay, orb, { enrol: null, firstSeq: 1, lastSeq: 3 })
    expect(again.welcome).toMatchObject({ acked: 3, epoch: first.welcome.epoch })
    expect(again.welcome.link).not.toBe(first.welcome.link)
    expect((await first.client.closed).code).toBe(CLOSE.replaced.code)
    again.client.terminate()
  })

  test.each<[string, (signed: EnrolmentString) => Partial<Hello>, number]>([
    ['without an enrolment', () => ({ enrol: null }), CLOSE.unauthenticated.code],
    [
      'with the secret of another enrolment',
      (signed) => ({ enrol: { ...signed, secret: newSecret() } }),
      CLOSE.forbidden.code,
    ],
    [
      'with an enrolment that nobody signed',
      ({ enrolment, secret }) => ({ enrol: { enrolment: { ...enrolment, signature: 'A'.repeat(86) }, secret } }),
      CLOSE.forbidden.code,
    ],
    [
      'with an enrolment that was signed to last less long',
      ({ enrolment, secret }) => ({
        enrol: { enrolment: { ...enrolment, expiresAt: enrolment.expiresAt + 1 }, secret },
      }),
      CLOSE.forbidden.code,
    ],
    ['with a signature by nobody', (enrol) => ({ enrol, proof: 'A'.repeat(86) }), CLOSE.unauthenticated.code],
    ['with a key that is no point', (enrol) => ({ enrol, key: 'A'.repeat(87) }), CLOSE.unauthenticated.code],
    ['of a version to come', (enrol) => ({ enrol, protocol: [7, 9] }), CLOSE.protocol.code],
    ['of generation 0', (enrol) => ({ enrol, generation: 0 }), CLOSE.badMessage.code],
  ])('a new orb %s is refused', async (_, changes, code) => {
    const client = dialLink(relay)
    await client.hello(await makeOrb(), changes(await relay.enrolment()))
    expect((await client.closed).code).toBe(code)
  })

  test('an enrolment lets one orb in, once, for an hour, and only for what it says', async () => {
    const enrol = await relay.enrolment()
    const known = await makeOrb()
    const first = await openLink(relay, known, { enrol })
    const refused: [OrbIdentity, Hello['enrol']][] = [
      [await makeOrb(), enrol],
      [await makeOrb(), await relay.enrolment({ orbId: known.orbId })],
    ]
    for (const [orb, shown] of refused) {
      const client = dialLink(relay)
      await client.hello(orb, { enrol: shown })
      expect((await client.closed).code).toBe(CLOSE.forbidden.code)
    }
    first.client.terminate()
  })

  test('a hello of a version to come is told so, whatever else is in it', async () => {
    const client = dialLink(relay)
    await client.next('challenge')
    client.send({ t: 'hello', protocol: [2, 3], credentials: {} })
    expect((await client.closed).code).toBe(CLOSE.protocol.code)
  })

  test('a signature is good for its own link only', async () => {
    const orb = await makeOrb()
    const { client } = await openLink(relay, orb)
    client.terminate()
    const replay = dialLink(relay)
    const other = await makeOrb()
    // Signed over this nonce by another key than the one named.
    await replay.hello({ ...other, orbId: orb.orbId, key: orb.key }, { enrol: null })
    expect((await replay.closed).code).toBe(CLOSE.unauthenticated.code)
  })

  test("another key cannot take a known orb's place, not even with an enrolment for a new one", async () => {
    const orb = await makeOrb()
    const { client } = await openLink(relay, orb)
    const thief = dialLink(relay)
    await thief.hello({ ...(await makeOrb()), orbId: orb.orbId })
    expect((await thief.closed).code).toBe(CLOSE.forbidden.code)
    client.send({ t: 'ping', id: 1 })
    expect(await client.next('pong')).toEqual({ t: 'pong', id: 1 })
    client.terminate()
  })

  test('a higher generation fences the lower one for good', async () => {
    const orb = await makeOrb()
    const old = await openLink(relay, orb)
    const next = await openLink(relay, { ...orb, generation: 2, stream: newId() })
    await old.client.closed
    const late = dialLink(relay)
    await late.hello(orb)
    expect((await late.closed).code).toBe(CLOSE.fenced.code)
    next.client.terminate()
  })

  test('the first message must be a hello, and nothing may come before the welcome', async () => {
    const early = dialLink(relay)
    await early.next('challenge')
    early.send({ t: 'ping', id: 1 })
    expect((await early.closed).code).toBe(CLOSE.badMessage.code)

    const eager = dialLink(relay)
    await eager.hello(await makeOrb())
    eager.events(entryEvents(1, 1))
    expect((await eager.closed).code).toBe(CLOSE.badMessage.code)
  })
})

describe('events', () => {
  test('are there once and in order, whatever is sent again', async () => {
    const orb = await makeOrb()
    const threadId = newId()
    const all = entryEvents(1, 60, { threadId })
    const { client } = await openLink(relay, orb)
    client.events(all.slice(0, 20))
    client.events(all.slice(10, 40))
    client.events(all.slice(0, 60))
    client.events(all.slice(0, 5))
    for (let acked = 0; acked < 60;) acked = (await client.next('ack')).seq
    const page = await entriesOf(threadId)
    const texts = page.entries.map((entry) => ('body' in entry ? (entry.body as { text: string }).text : null))
    expect(texts).toEqual(all.map((event) => (event.body as { text: string }).text))
    expect(page).toMatchObject({ head: 60, reachedStart: true })
    client.terminate()
  })

  test('a hole closes the link, and what came before it is committed', async () => {
    const orb = await makeOrb()
    const { client } = await openLink(relay, orb)
    client.events(entryEvents(1, 2, { threadId: newId() }))
    await client.next('ack')
    client.events(entryEvents(4, 5))
    const { code, reason } = await client.closed
    expect(code).toBe(CLOSE.gap.code)
    expect(reason).toContain('3')
    expect((await openLink(relay, orb, { firstSeq: 1, lastSeq: 5 })).welcome.acked).toBe(2)
  })

  test("an event in another orb's thread is refused with the reason, and those before it stay", async () => {
    const threadId = newId()
    const owner = await openLink(relay, await makeOrb())
    owner.client.events([entryEvent(1, { threadId })])
    await owner.client.next('ack')
    const orb = await makeOrb()
    const { client } = await openLink(relay, orb)
    client.events([entryEvent(1, { threadId: newId() }), entryEvent(2, { threadId })])
    expect((await client.next('ack')).seq).toBe(1)
    const { code, reason } = await client.closed
    expect(code).toBe(CLOSE.badMessage.code)
    expect(reason).not.toBe('')
    owner.client.terminate()
  })

  test('an orb that floods is slowed down and never dropped', { timeout: 60_000 }, async () => {
    const orb = await makeOrb()
    const threadId = newId()
    const { client } = await openLink(relay, orb)
    const text = 'x'.repeat(16 * 1024)
    const total = 2_000
    // 32 MiB at once, eight times what the relay holds for one link.
    for (let seq = 1; seq <= total; seq += 20) {
      client.events(entryEvents(seq, seq + 19, { threadId, entryId: 'flood', op: 'patch', body: { text } }))
    }
    for (let acked = 0; acked < total;) acked = (await client.next('ack')).seq
    client.terminate()
  })

  test('acknowledged events survive a kill of the relay, and a link goes on behind them', async () => {
    const orb = await makeOrb()
    const threadId = newId()
    const { client } = await openLink(relay, orb)
    client.events(entryEvents(1, 10, { threadId }))
    await client.next('ack')
    await relay.restart()
    expect((await client.closed).code).toBe(1006)
    const again = await openLink(relay, orb, { enrol: null, firstSeq: 1, lastSeq: 10 })
    expect(again.welcome.acked).toBe(10)
    expect((await entriesOf(threadId)).entries).toHaveLength(10)
    again.client.terminate()
  })
})

test(
  'commands wait for an orb that reads slowly, on the same link and on the next one',
  { timeout: 60_000 },
  async () => {
    const orb = await makeOrb()
    const threadId = newId()
    const { client } = await openLink(relay, orb)
    client.events([entryEvent(1, { threadId })])
    await client.next('ack')
    client.pause()
    const text = 'x'.repeat(LIMITS.promptBytes - 1)
    // 25 MiB: more than the system's buffers take, and than the relay lets wait on a socket.
    const count = 200
    for (let at = 0; at < count; at += 1) {
      const body = { commandId: newId(), fence: 0, command: { kind: 'prompt', threadId, text } }
      expect((await relay.askAs(device, 'POST', `/api/orbs/${orb.orbId}/commands`, body)).status).toBe(200)
    }
    const readAll = async (from: OrbClient) => {
      for (let cmdSeq = 1; cmdSeq <= count; cmdSeq += 1)
        expect((await from.next('command')).command.cmdSeq).toBe(cmdSeq)
    }
    client.resume()
    await readAll(client)
    const again = await openLink(relay, orb, { firstSeq: 1, lastSeq: 1 })
    await readAll(again.client)
    again.client.terminate()
  },
)

describe('what a hello does not list', () => {
  test('is void, once everything that the runner knew then has been stored', async () => {
    const orb = await makeOrb()
    const threadId = newId()
    const lost = await approvalReport(orb.orbId, threadId)
    const kept = await approvalReport(orb.orbId, threadId)
    const { client } = await openLink(relay, orb)
    client.events([reportEvent(1, lost), reportEvent(2, kept)])
    await client.next('ack')
    client.terminate()

    const again = await openLink(relay, orb, { firstSeq: 1, lastSeq: 3, openApprovals: [kept.approval.approvalId] })
    const outcome = async (id: string) =>
      ((await relay.askAs(device, 'GET', '/api/approvals/' + id)).json() as { outcome: string }).outcome
    expect(await outcome(lost.approval.approvalId)).toBe('pending')
    again.client.events([entryEvent(3, { threadId })])
    await again.client.next('ack')
    await expect.poll(() => outcome(lost.approval.approvalId)).toBe('void')
    expect(await outcome(kept.approval.approvalId)).toBe('pending')
    again.client.terminate()
  })

  test('a raise whose digest is not that of what it asks is refused by name', async () => {
    const orb = await makeOrb()
    const raised = await approvalReport(orb.orbId, newId())
    const { client } = await openLink(relay, orb)
    client.events([reportEvent(1, { ...raised, approval: { ...raised.approval, digest: '0'.repeat(64) } })])
    const { code, reason } = await client.closed
    expect(code).toBe(CLOSE.badMessage.code)
    expect(reason).toContain(raised.approval.approvalId)
    expect((await openLink(relay, orb)).welcome.acked).toBe(0)
  })
})

describe('blobs', () => {
  test('an orb stores what is too large for an event, and a device reads it as bytes', async () => {
    const orb = await makeOrb()
    const { client, welcome } = await openLink(relay, orb)
    const bytes = randomBytes(300_000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const path = `/api/orbs/${orb.orbId}/blobs/${sha256}`
    const headers = { authorization: 'Bearer ' + welcome.blobTicket }
    expect((await relay.ask({ method: 'PUT', path, headers, body: bytes })).status).toBe(201)
    expect((await relay.ask({ method: 'PUT', path, headers, body: bytes })).status).toBe(200)
    const read = await relay.askAs(device, 'GET', path)
    expect(read.status).toBe(200)
    expect(read.bytes).toEqual(bytes)
    expect(read.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    client.terminate()
  })

  test('a hash is no capability: the same bytes of another orb are not there', async () => {
    const orb = await makeOrb()
    const { client, welcome } = await openLink(relay, orb)
    const sha256 = createHash('sha256').update('shared').digest('hex')
    const put = await relay.ask({
      method: 'PUT',
      path: `/api/orbs/${orb.orbId}/blobs/${sha256}`,
      headers: { authorization: 'Bearer ' + welcome.blobTicket },
      body: 'shared',
    })
    expect(put.status).toBe(201)
    const other = await makeOrb()
    const second = await openLink(relay, other)
    expect((await relay.askAs(device, 'GET', `/api/orbs/${other.orbId}/blobs/${sha256}`)).status).toBe(404)
    client.terminate()
    second.client.terminate()
  })

  test('a blob over its bound is refused, announced or not', async () => {
    const orb = await makeOrb()
    const { client, welcome } = await openLink(relay, orb)
    const path = `/api/orbs/${orb.orbId}/blobs/${'c'.repeat(64)}`
    const authorization = 'Bearer ' + welcome.blobTicket
    const body = new Uint8Array(LIMITS.blobBytes + 1)
    const length = { authorization, 'content-length': String(body.length) }
    // The answer does not wait for the bytes.
    expect((await relay.ask({ method: 'PUT', path, headers: length, body: 'x' })).errorCode).toBe('too-large')
    const headers = { authorization, 'transfer-encoding': 'chunked' }
    expect((await relay.ask({ method: 'PUT', path, headers, body })).errorCode).toBe('too-large')
    client.terminate()
  })
})
