import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntriesPage } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import { entryEvent, makeOrb, openLink } from '../support/orb-client.ts'
import type { SignedIn } from '../support/relay-process.ts'
import { startRunningOrb, type RunningOrb } from '../support/running-orb.ts'

let orb: RunningOrb

beforeAll(async () => {
  orb = await startRunningOrb()
})

afterAll(async () => {
  await orb.dispose()
})

/** Somebody whose only grant is one thread. */
function guestOf(threadId: string, orbId = orb.orbId): Promise<SignedIn> {
  const scope = { kind: 'thread', orbId, threadId } as const
  return orb.relay.addPerson('Guest', [{ role: 'operator', scope, expiresAt: null }])
}

describe('blobs of a runner', () => {
  const large = (letter: string): string => letter.repeat(20_000)

  /** A new thread that asks about a file too large for an event; gives the hash of the file's new text. */
  async function threadThatAsks(text: string): Promise<{ threadId: string; sha256: string }> {
    const thread = await orb.newThread()
    await thread.prompt(`@permit\n@write large.txt :: ${text}`)
    const { request } = await thread.pending()
    const diff = request.toolCall?.content[0] as { newText: { type: string; sha256: string } } | undefined
    expect(diff?.newText).toMatchObject({ type: 'blob' })
    return { threadId: thread.threadId, sha256: String(diff?.newText.sha256) }
  }

  const read = (who: SignedIn, sha256: string) => orb.relay.askAs(who, 'GET', `/api/orbs/${orb.orbId}/blobs/${sha256}`)

  test('who may see one thread alone reads what it asks about, and nothing of another thread', async () => {
    const [mine, other] = [await threadThatAsks(large('m')), await threadThatAsks(large('o'))]
    const guest = await guestOf(mine.threadId)
    const owner = await orb.relay.owner()
    for (const { sha256 } of [mine, other])
      await expect.poll(async () => (await read(owner, sha256)).status, { timeout: 5000 }).toBe(200)
    const answer = await read(guest, mine.sha256)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain(large('m'))
    const refused = await read(guest, other.sha256)
    expect(refused).toMatchObject({ status: 404, errorCode: 'not-found' })
    // As for what is not there at all.
    expect(refused.text).toBe((await read(guest, 'f'.repeat(64))).text)
  })

  test('the same bytes in two threads are read by who may see either', async () => {
    const [first, second] = [await threadThatAsks(large('s')), await threadThatAsks(large('s'))]
    expect(second.sha256).toBe(first.sha256)
    for (const { threadId, sha256 } of [first, second]) {
      const guest = await guestOf(threadId)
      await expect.poll(async () => (await read(guest, sha256)).status, { timeout: 5000 }).toBe(200)
    }
  })
})

describe('a blob that names its thread', () => {
  const body = 'bytes of a thread'
  const sha256 = createHash('sha256').update(body).digest('hex')
  const pathOf = (orbId: string): string => `/api/orbs/${orbId}/blobs/${sha256}`

  test('is kept where it comes before its thread, and read once the thread is there', async () => {
    const { relay } = orb
    const identity = await makeOrb()
    const { orbId } = identity
    const { client, welcome } = await openLink(relay, identity)
    const headers = { authorization: 'Bearer ' + welcome.blobTicket }
    const [threadId, other] = [newId(), newId()]
    const put = (thread: string) =>
      relay.ask({ method: 'PUT', path: `${pathOf(orbId)}?thread=${thread}`, headers, body })
    expect((await put(threadId)).status).toBe(201)
    const [guest, stranger] = [await guestOf(threadId, orbId), await guestOf(other, orbId)]
    expect((await relay.askAs(guest, 'GET', pathOf(orbId))).status).toBe(404)
    client.events([entryEvent(1, { threadId }), entryEvent(2, { threadId: other })])
    await client.next('ack')
    expect((await relay.askAs(guest, 'GET', pathOf(orbId))).text).toBe(body)
    expect((await relay.askAs(stranger, 'GET', pathOf(orbId))).status).toBe(404)
    // Handed in once more, for the other thread.
    expect((await put(other)).status).toBe(200)
    for (const who of [guest, stranger]) expect((await relay.askAs(who, 'GET', pathOf(orbId))).text).toBe(body)
    client.terminate()
  })

  test("is refused for another orb's thread, and gives nobody there anything to read", async () => {
    const { relay } = orb
    const [victim, intruder] = [await makeOrb(), await makeOrb()]
    const theirs = await openLink(relay, victim)
    const { client, welcome } = await openLink(relay, intruder)
    const [known, later] = [newId(), newId()]
    theirs.client.events([entryEvent(1, { threadId: known })])
    await theirs.client.next('ack')
    const headers = { authorization: 'Bearer ' + welcome.blobTicket }
    const put = (thread: string) =>
      relay.ask({ method: 'PUT', path: `${pathOf(intruder.orbId)}?thread=${thread}`, headers, body })
    for (const thread of [known, '', 'no%20id', '__proto__'])
      expect(await put(thread)).toMatchObject({ status: 400, errorCode: 'bad-request' })
    // Not known to be another's yet: kept, and of no use.
    expect((await put(later)).status).toBe(201)
    theirs.client.events([entryEvent(2, { threadId: later })])
    await theirs.client.next('ack')
    for (const threadId of [known, later]) {
      for (const orbId of [victim.orbId, intruder.orbId]) {
        const guest = await guestOf(threadId, orbId)
        expect((await relay.askAs(guest, 'GET', pathOf(orbId))).status, orbId).toBe(404)
      }
    }
    const page = (await relay.askAs(await relay.owner(), 'GET', `/api/threads/${later}/entries`)).json() as EntriesPage
    expect(page.entries).toHaveLength(1)
    for (const link of [client, theirs.client]) link.terminate()
  })
})
