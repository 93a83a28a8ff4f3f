import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { ENROLMENT_MS, enrolmentText, type UnsignedEnrolment } from '../../shared/devices/enrolment.ts'
import { newSecret, secretHash } from '../../shared/devices/pairing.ts'
import type { EntriesPage } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import { NOTES_PER_MINUTE, type NoteTokens } from '../../shared/notes/notes.ts'
import type { Answer } from '../support/http.ts'
import { entryEvent, makeOrb, openLink, type OrbClient } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'

let relay: RelayProcess
let owner: SignedIn

beforeAll(async () => {
  relay = await startRelayProcess()
  owner = await relay.signIn()
})
afterAll(() => relay.dispose())

/** An orb with one thread in it. */
async function orbWithThread(): Promise<{ orbId: string; threadId: string; client: OrbClient }> {
  const orb = await makeOrb()
  const { client } = await openLink(relay, orb)
  const threadId = newId()
  client.events([entryEvent(1, { threadId })])
  await client.next('ack')
  return { orbId: orb.orbId, threadId, client }
}

describe('an enrolment', () => {
  const handIn = async (by: SignedIn, more: Partial<UnsignedEnrolment> = {}, signer = by): Promise<Answer> => {
    const { founding, version: rosterVersion } = by.session.roster
    const unsigned = {
      enrolmentId: newId(),
      secretHash: await secretHash(newSecret()),
      founding,
      rosterVersion,
      orbId: null,
      generation: 1,
      expiresAt: Date.now() + ENROLMENT_MS,
      by: by.device.deviceId,
      ...more,
    }
    const enrolment = { ...unsigned, signature: await signer.sign(enrolmentText(unsigned)) }
    return relay.askAs(by, 'POST', '/api/enrolments', { enrolment })
  }

  test('is taken from the device that signed it, for as long as an enrolment counts', async () => {
    expect((await handIn(owner)).status).toBe(200)
    const other = await relay.signIn()
    expect((await handIn(owner, { by: other.device.deviceId }, other)).errorCode).toBe('forbidden')
    expect((await handIn(owner, {}, other)).errorCode).toBe('forbidden')
    expect((await handIn(owner, { expiresAt: Date.now() + 2 * ENROLMENT_MS })).errorCode).toBe('bad-request')
    expect((await handIn(owner, { expiresAt: Date.now() - 1 })).errorCode).toBe('forbidden')
    expect((await handIn(owner, { founding: 'f'.repeat(64) })).errorCode).toBe('forbidden')
    expect((await handIn(owner, { generation: 2 })).errorCode).toBe('forbidden')
    expect((await handIn(owner, { orbId: newId() })).errorCode).toBe('not-found')
    const enrolmentId = newId()
    expect((await handIn(owner, { enrolmentId })).status).toBe(200)
    expect((await handIn(owner, { enrolmentId })).errorCode).toBe('conflict')
  })

  test('of an orb is its owner’s to sign, and of a new one an owner’s of everything', async () => {
    const { orbId } = await orbWithThread()
    const ofOrb = await relay.addPerson('Orb owner', [
      { role: 'owner', scope: { kind: 'orb', orbId }, expiresAt: null },
    ])
    expect((await handIn(ofOrb, { orbId, generation: 2 })).status).toBe(200)
    expect((await handIn(ofOrb)).errorCode).toBe('forbidden')
    expect((await handIn(ofOrb, { orbId: (await orbWithThread()).orbId })).errorCode).toBe('not-found')
    const operator = await relay.addPerson('Operator', [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }])
    expect((await handIn(operator, { orbId })).errorCode).toBe('forbidden')
  })
})

describe('a note token', () => {
  const tokenFor = async (orbId: string, threadId: string): Promise<{ tokenId: string; token: string }> => {
    const [tokenId, token] = [newId(), randomBytes(32).toString('base64url')]
    const tokenSha256 = createHash('sha256').update(token).digest('hex')
    const body = { tokenId, name: 'ci', threadId, tokenSha256 }
    expect((await relay.askAs(owner, 'POST', `/api/orbs/${orbId}/note-tokens`, body)).status).toBe(201)
    return { tokenId, token }
  }
  const post = (token: string, note: object = {}): Promise<Answer> =>
    relay.ask({
      method: 'POST',
      path: '/api/notes',
      headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
      body: JSON.stringify({ noteId: newId(), kind: 'note', text: 'built', value: null, ...note }),
    })

  test('writes notes into its thread, each once, and nothing that is no note', async () => {
    const { orbId, threadId } = await orbWithThread()
    const { token } = await tokenFor(orbId, threadId)
    const noteId = newId()
    expect((await post(token, { noteId })).json()).toEqual({ noteId, position: 2 })
    expect((await post(token, { noteId })).json()).toEqual({ noteId, position: 2 })
    expect((await post(token, { kind: 'metric', text: 'size', value: 4.5 })).json()).toMatchObject({ position: 3 })
    for (const wrong of [{ kind: 'agent_message' }, { text: '' }, { text: 'x'.repeat(4001) }, { noteId: 'no id' }])
      expect((await post(token, wrong)).errorCode).toBe('bad-request')
    expect((await post(token, { threadId: newId(), entryId: 'entry-1', op: 'patch' })).status).toBe(200)
    const page = (await relay.askAs(owner, 'GET', `/api/threads/${threadId}/entries`)).json() as EntriesPage
    expect(page.entries).toMatchObject([
      { kind: 'agent_message' },
      { kind: 'note', body: { note: 'note', text: 'built', value: null, by: 'ci' } },
      { kind: 'note', body: { note: 'metric', text: 'size', value: 4.5, by: 'ci' } },
      { kind: 'note', body: { note: 'note', text: 'built', value: null, by: 'ci' } },
    ])
    expect(page.entries).toHaveLength(4)
  })

  test('opens nothing else, and shows nobody its secret', async () => {
    const { orbId, threadId } = await orbWithThread()
    const { token, tokenId } = await tokenFor(orbId, threadId)
    const headers = { authorization: 'Bearer ' + token }
    for (const path of [`/api/threads/${threadId}/entries`, `/api/orbs/${orbId}/note-tokens`, '/api/session'])
      expect((await relay.ask({ path, headers })).status).toBe(401)
    const listed = await relay.askAs(owner, 'GET', `/api/orbs/${orbId}/note-tokens`)
    expect(listed.json()).toEqual({
      tokens: [{ tokenId, name: 'ci', threadId, createdAt: expect.any(Number) as number, lastUsedAt: null }],
    } satisfies NoteTokens)
    expect(relay.log).not.toContain(token)
  })

  test('is bound in its rate, and ends when it is revoked', async () => {
    const { orbId, threadId } = await orbWithThread()
    const { token, tokenId } = await tokenFor(orbId, threadId)
    const other = await tokenFor(orbId, threadId)
    for (let count = 0; count < NOTES_PER_MINUTE; count++) expect((await post(token)).status).toBe(200)
    expect((await post(token)).errorCode).toBe('too-many')
    expect((await post(other.token)).status).toBe(200)
    const path = `/api/orbs/${orbId}/note-tokens/${tokenId}`
    const elsewhere = (await orbWithThread()).orbId
    expect((await relay.askAs(owner, 'DELETE', `/api/orbs/${elsewhere}/note-tokens/${tokenId}`)).status).toBe(404)
    expect((await relay.askAs(owner, 'DELETE', path)).status).toBe(204)
    expect((await relay.askAs(owner, 'DELETE', path)).status).toBe(404)
    expect((await post(token)).errorCode).toBe('unauthenticated')
    expect((await post(other.token)).status).toBe(200)
  })
})

test('an orb is removed for good: its link ends, its threads are gone, and its notes with them', async () => {
  const { orbId, threadId, client } = await orbWithThread()
  const operator = await relay.addPerson('Operator', [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }])
  expect((await relay.askAs(operator, 'DELETE', `/api/orbs/${orbId}`)).errorCode).toBe('forbidden')
  expect((await relay.askAs(owner, 'DELETE', `/api/orbs/${orbId}`)).status).toBe(204)
  expect(await client.closed).toMatchObject({ code: CLOSE.notFound.code })
  expect((await relay.askAs(owner, 'DELETE', `/api/orbs/${orbId}`)).status).toBe(404)
  expect((await relay.askAs(owner, 'GET', `/api/threads/${threadId}/entries`)).status).toBe(404)
  const stop = { commandId: newId(), fence: 0, command: { kind: 'stop' } }
  expect((await relay.askAs(owner, 'POST', `/api/orbs/${orbId}/commands`, stop)).status).toBe(410)
})
