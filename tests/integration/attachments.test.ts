import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { LIMITS } from '../../shared/limits.ts'
import { newId } from '../../shared/ids.ts'
import type { Answer } from '../support/http.ts'
import { proofOf } from '../support/http-proof.ts'
import type { SignedIn } from '../support/relay-process.ts'
import { startRunningOrb, type RunningOrb } from '../support/running-orb.ts'

let orb: RunningOrb
let owner: SignedIn

beforeAll(async () => {
  orb = await startRunningOrb()
  owner = await orb.relay.owner()
})
afterAll(() => orb.dispose())

/** A request body of `askAs` is JSON: so are the bytes of the files here. */
const hashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

const put = (who: SignedIn, threadId: string, body: unknown, sha256 = hashOf(body)) =>
  orb.relay.askAs(who, 'PUT', `/api/orbs/${orb.orbId}/attachments/${sha256}?thread=${threadId}`, body)

/** Says how large a file is, and sends one byte of it: what is refused is refused before the rest comes. */
async function announce(threadId: string, sha256: string, bytes: number): Promise<Answer> {
  const { relay, orbId } = orb
  const [method, body] = ['PUT', 'x']
  const path = `/api/orbs/${orbId}/attachments/${sha256}?thread=${threadId}`
  const proof = await proofOf(owner, { method, path, host: new URL(relay.url).host, body })
  const headers = { cookie: owner.cookie, origin: relay.url, 'perigee-proof': proof, 'content-length': String(bytes) }
  return relay.ask({ method, path, headers, body })
}

const read = (who: SignedIn, sha256: string) => orb.relay.askAs(who, 'GET', `/api/orbs/${orb.orbId}/blobs/${sha256}`)

const prompt = (threadId: string, file: object) =>
  orb.relay.askAs(owner, 'POST', `/api/orbs/${orb.orbId}/commands`, {
    commandId: newId(),
    fence: 0,
    command: { kind: 'prompt', threadId, text: '@say Seen.', attachments: [file] },
  })

test('a file is kept for its thread alone, and served as bytes that no browser runs', async () => {
  const [mine, other] = [await orb.newThread(), await orb.newThread()]
  const scope = { kind: 'thread', orbId: orb.orbId, threadId: other.threadId } as const
  const guest = await orb.relay.addPerson('Guest', [{ role: 'operator', scope, expiresAt: null }])
  const hostile = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  expect((await put(owner, mine.threadId, hostile)).status).toBe(201)
  expect((await put(owner, mine.threadId, hostile)).status).toBe(200)
  const served = await read(owner, hashOf(hostile))
  expect(served).toMatchObject({ status: 200, text: JSON.stringify(hostile) })
  expect(served.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  // A hash is no right: neither to read it, nor to hand it in elsewhere, nor to have it sent.
  expect(await read(guest, hashOf(hostile))).toMatchObject({ status: 404, errorCode: 'not-found' })
  expect((await put(guest, mine.threadId, 'mine')).status).toBe(404)
  const file = { sha256: hashOf(hostile), bytes: JSON.stringify(hostile).length, mediaType: 'image/svg+xml', name: 'a' }
  expect((await prompt(other.threadId, file)).json()).toMatchObject({ outcome: 'conflict' })
})

test('what is too large, has another hash, or goes with nothing is kept of none', async () => {
  const { threadId } = await orb.newThread()
  const large = 'x'.repeat(LIMITS.attachmentBytes)
  expect(await announce(threadId, hashOf(large), LIMITS.attachmentBytes + 1)).toMatchObject({
    status: 413,
    errorCode: 'too-large',
  })
  expect(await put(owner, threadId, 'one', hashOf('other'))).toMatchObject({ status: 400, errorCode: 'bad-request' })
  for (const sha256 of [hashOf(large), hashOf('one'), hashOf('other')]) {
    expect((await read(owner, sha256)).status).toBe(404)
  }
  expect((await put(owner, newId(), 'lost')).status).toBe(404)
  expect((await put(owner, '__proto__', 'lost')).status).toBe(400)
  expect((await put(owner, threadId, 'lost', '..%2f..%2fkey')).status).toBe(404)
  expect((await put(owner, threadId, 'held')).status).toBe(201)
  const known = { sha256: hashOf('held'), bytes: 6, mediaType: 'text/plain', name: 'held.txt' }
  const asked = async (changes: object) => (await prompt(threadId, { ...known, ...changes })).status
  // What a message says of a file is held to what was handed in, and to what may stand in a header.
  expect((await prompt(threadId, { ...known, bytes: 7 })).json()).toMatchObject({ outcome: 'conflict' })
  for (const changes of [
    { mediaType: 'text/html\r\nX: y' },
    { mediaType: '' },
    { name: '' },
    { name: 'x'.repeat(201) },
  ]) {
    expect(await asked(changes), JSON.stringify(changes)).toBe(400)
  }
  expect(await asked({})).toBe(200)
})

test('a file that was removed from its draft is gone, bytes and all; one that a message names stays', async () => {
  const { threadId } = await orb.newThread()
  const takeBack = async (body: unknown) =>
    (
      await orb.relay.askAs(owner, 'DELETE', `/api/orbs/${orb.orbId}/attachments/${hashOf(body)}?thread=${threadId}`)
    ).json()
  const bytesOf = (body: unknown) =>
    join(orb.relay.state, 'relay', 'blobs', hashOf(body).slice(0, 2), hashOf(body).slice(2))
  expect((await put(owner, threadId, 'second thoughts')).status).toBe(201)
  expect(existsSync(bytesOf('second thoughts'))).toBe(true)
  expect(await takeBack('second thoughts')).toEqual({ removed: true })
  expect(existsSync(bytesOf('second thoughts'))).toBe(false)
  expect((await read(owner, hashOf('second thoughts'))).status).toBe(404)
  expect((await put(owner, threadId, 'sent')).status).toBe(201)
  const sent = { sha256: hashOf('sent'), bytes: 6, mediaType: 'text/plain', name: 'sent.txt' }
  expect((await prompt(threadId, sent)).status).toBe(200)
  expect(await takeBack('sent')).toEqual({ removed: false })
  expect((await read(owner, hashOf('sent'))).status).toBe(200)
})

test('an agent that takes text alone is given the path of a file in its workspace, which git does not see', async () => {
  const plain = await startRunningOrb(['--create-project', '--fast', '--fault', 'text-only'])
  onTestFinished(() => plain.dispose())
  const sender = await plain.relay.owner()
  const { threadId, ended } = await plain.newThread()
  const file = { sha256: hashOf('a page'), bytes: 8, mediaType: 'image/png', name: 'a page.png' }
  const path = `/api/orbs/${plain.orbId}/attachments/${file.sha256}?thread=${threadId}`
  expect((await plain.relay.askAs(sender, 'PUT', path, 'a page')).status).toBe(201)
  const command = { kind: 'prompt', threadId, text: '@say Seen.', attachments: [file] }
  await plain.relay.askAs(sender, 'POST', `/api/orbs/${plain.orbId}/commands`, {
    commandId: newId(),
    fence: 0,
    command,
  })
  expect(await ended()).toMatchObject({ stopReason: 'end_turn' })
  expect(plain.orb().orb.takes).toEqual({ images: false, files: false, paths: true })
  const given = readFileSync(join(plain.agentStore, 'prompts.jsonl'), 'utf8').trim().split('\n').at(-1) ?? ''
  const [link = ''] = (JSON.parse(given) as { more: string[] }).more
  expect(link).toMatch(/^link \.perigee\/attached\/[0-9a-f]{8}-a_page\.png$/)
  expect(readFileSync(join(plain.workspace, link.slice('link '.length)), 'utf8')).toBe('"a page"')
})
