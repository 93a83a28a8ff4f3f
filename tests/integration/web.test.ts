import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SESSION_MS } from '../../shared/http/api.ts'
import { entryHash } from '../../shared/devices/roster-entry.ts'
import { sessionText } from '../../shared/devices/proofs.ts'
import { newSecret, secretHash, ticketOf, type JoinAnswer } from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import { approvalReport, decisionFor } from '../support/approvals.ts'
import { lapseSession } from '../support/authorisation/lapse-session.ts'
import type { Answer, Ask } from '../support/http.ts'
import { proofOf } from '../support/http-proof.ts'
import { NOON, testLedger } from '../support/ledger.ts'
import { entryEvent, makeOrb, openLink, reportEvent } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { makeKey } from '../support/keys.ts'
import { foundingEntry, makeDevice } from '../support/roster.ts'

/*
 * What pages of other sites, and whoever stands between a browser and the relay, try. Who may do what is in
 * authorisation.test.ts.
 */

const PUBLIC = 'https://perigee.example'
const JSON_TYPE = { 'content-type': 'application/json' }

let relay: RelayProcess
let owner: SignedIn

beforeAll(async () => {
  relay = await startRelayProcess(['--public-url', PUBLIC, '--log-level', 'trace'])
  owner = await relay.owner()
})
afterAll(() => relay.dispose())

/** The attributes of a Set-Cookie header, in order of their names. */
const attributes = (setCookie: string): string[] => setCookie.split('; ').slice(1).toSorted()
const tokenOf = (setCookie: string): string => /=([^;]*)/.exec(setCookie)?.[1] ?? ''

/** Opens a session at some origin, with these headers beside. */
async function sessionAt(origin: string, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = { host: new URL(origin).host, origin, ...JSON_TYPE, ...headers }
  const asked = await relay.ask({ method: 'POST', path: '/api/session/nonce', headers: sent, body: '{}' })
  const { nonce } = asked.json() as { nonce: string }
  const { deviceId } = owner.device
  const body = JSON.stringify({ deviceId, nonce, signature: await owner.sign(sessionText(origin, nonce, deviceId)) })
  return relay.ask({ method: 'POST', path: '/api/session', headers: sent, body })
}

describe('the cookie', () => {
  test('on http of this machine has a plain name, and no script and no other site gets it', () => {
    expect(owner.setCookie).toMatch(new RegExp(`^perigee-${relay.port}=[A-Za-z0-9_-]{43}; `))
    expect(attributes(owner.setCookie)).toEqual(['HttpOnly', `Max-Age=${SESSION_MS / 1000}`, 'Path=/', 'SameSite=Lax'])
  })

  test('on https is bound to its host and to https', async () => {
    const answer = await sessionAt(PUBLIC)
    expect(answer.status).toBe(200)
    const setCookie = String(answer.headers['set-cookie'])
    expect(setCookie).toMatch(/^__Host-perigee=[A-Za-z0-9_-]{43}; /)
    const whole = ['HttpOnly', `Max-Age=${SESSION_MS / 1000}`, 'Path=/', 'SameSite=Lax', 'Secure']
    expect(attributes(setCookie)).toEqual(whole)
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    const at = (cookie: string) => relay.ask({ path: '/api/session', headers: { host: 'perigee.example', cookie } })
    expect((await at(`__Host-perigee=${tokenOf(setCookie)}`)).status).toBe(200)
    // Another service of the host, or a page over http, could have planted a plain one.
    expect((await at(`perigee-${relay.port}=${tokenOf(setCookie)}`)).status).toBe(401)
  })

  test('is a new one each time, and one that was there before is never taken over', async () => {
    const planted = 'A'.repeat(43)
    const cookie = `perigee-${relay.port}=${planted}`
    const first = tokenOf(String((await sessionAt(relay.url, { cookie })).headers['set-cookie']))
    const second = tokenOf(String((await sessionAt(relay.url, { cookie })).headers['set-cookie']))
    expect(new Set([planted, first, second]).size).toBe(3)
    expect((await relay.ask({ path: '/api/session', headers: { cookie } })).status).toBe(401)
  })

  test('comes for a signature over this origin, a nonce of its own, and this device, once', async () => {
    const headers = { origin: relay.url, ...JSON_TYPE }
    const issue = async () => {
      const asked = await relay.ask({ method: 'POST', path: '/api/session/nonce', headers, body: '{}' })
      return (asked.json() as { nonce: string }).nonce
    }
    const { deviceId } = owner.device
    const open = async (nonce: string, signed: string) => {
      const body = JSON.stringify({ deviceId, nonce, signature: await owner.sign(signed) })
      return (await relay.ask({ method: 'POST', path: '/api/session', headers, body })).status
    }
    const [used, unused] = [await issue(), await issue()]
    expect(await open(used, sessionText(relay.url, used, deviceId))).toBe(200)
    expect(await open(used, sessionText(relay.url, used, deviceId))).toBe(401)
    expect(await open(newId(), sessionText(relay.url, newId(), deviceId))).toBe(401)
    expect(await open(unused, sessionText('https://evil.example', unused, deviceId))).toBe(401)
    // Whatever came of it, the nonce is spent.
    expect(await open(unused, sessionText(relay.url, unused, deviceId))).toBe(401)
  })
})

describe('a stolen cookie', () => {
  test('lasts ten minutes and no longer, by the clock of the relay', async () => {
    await using store = await testLedger()
    const robbed = await makeDevice()
    const entry = await foundingEntry(robbed, await makeKey(), {}, NOON)
    await store.ledger.appendRoster({ entry, hash: await entryHash(entry), invitationId: null, at: NOON })
    const { deviceId } = robbed.device
    const tokenSha256 = 'hash of a token'
    await store.ledger.openSession({ tokenSha256, deviceId, address: '::1', at: NOON, expiresAt: NOON + SESSION_MS })
    expect(SESSION_MS).toBe(10 * 60_000)
    for (const used of [NOON, NOON + SESSION_MS / 2, NOON + SESSION_MS - 1])
      expect(await store.ledger.session(tokenSha256, used)).toMatchObject({ deviceId, expiresAt: NOON + SESSION_MS })
    expect(await store.ledger.session(tokenSha256, NOON + SESSION_MS)).toBe(null)
  })

  test('reads what its owner may read, until it lapses, and is renewed by nothing but the key', async () => {
    const robbed = await relay.signIn('Robbed')
    const use = (ask: Partial<Ask> = {}) =>
      relay.ask({ path: '/api/session', ...ask, headers: { cookie: robbed.cookie, origin: relay.url, ...ask.headers } })
    const told = (await use()).json() as { expiresAt: number; now: number }
    for (let round = 0; round < 5; round++) expect((await use()).json()).toMatchObject({ expiresAt: told.expiresAt })
    expect(told.expiresAt - robbed.session.now).toBeLessThanOrEqual(SESSION_MS)
    const forged = JSON.stringify({ deviceId: robbed.device.deviceId, nonce: newId(), signature: 'A'.repeat(86) })
    expect((await use({ method: 'POST', path: '/api/session', headers: JSON_TYPE, body: forged })).status).toBe(401)
    await relay.stop()
    lapseSession(relay.state, robbed.cookie.split('=')[1] ?? '')
    await relay.restart()
    expect((await use()).errorCode).toBe('unauthenticated')
  })

  test('decides nothing, lets nobody in and enrols nothing: each takes the key', async () => {
    const orb = await makeOrb()
    const { client } = await openLink(relay, orb)
    const threadId = newId()
    const { approval } = await approvalReport(orb.orbId, threadId)
    client.events([entryEvent(1, { threadId }), reportEvent(2, { name: 'approval.raised', approval })])
    await client.next('ack')
    const thief = await makeDevice()
    const asOwner = (path: string, body: unknown) => relay.askAs(owner, 'POST', path, body)
    const decision = await decisionFor({ ...owner, sign: thief.sign }, orb.orbId, approval, 'allow')
    const decided = await asOwner(`/api/approvals/${approval.approvalId}/decision`, decision)
    expect([decided.status, decided.json()]).toMatchObject([403, { outcome: 'forbidden' }])
    const { version, hash: previous } = await relay.roster()
    const entry = {
      version: version + 1,
      previous,
      at: Date.now(),
      by: owner.device.deviceId,
      change: {
        kind: 'device.add',
        device: { ...thief.device, personId: owner.person.personId },
        person: owner.person,
      },
      signature: 'A'.repeat(86),
    }
    expect((await asOwner('/api/roster', { entry, invitationId: null })).status).toBe(403)
    const { enrolment } = await relay.enrolment()
    const other = { ...enrolment, enrolmentId: newId(), signature: 'A'.repeat(86) }
    expect((await asOwner('/api/enrolments', { enrolment: other })).status).toBe(403)
    const view = await relay.askAs(owner, 'GET', '/api/approvals/' + approval.approvalId)
    expect(view.json()).toMatchObject({ outcome: 'pending' })
    client.terminate()
  })

  test('neither removes an orb nor makes a token that would outlive it, also with a proof of another request', async () => {
    const orb = await makeOrb()
    const { client } = await openLink(relay, orb)
    const host = `localhost:${relay.port}`
    const body = JSON.stringify({ tokenId: newId(), name: 'x', threadId: newId(), tokenSha256: 'a'.repeat(64) })
    const asks = [
      { method: 'DELETE', path: `/api/orbs/${orb.orbId}` },
      { method: 'POST', path: `/api/orbs/${orb.orbId}/note-tokens`, body },
    ]
    const thief = await makeDevice()
    const elsewhere = await proofOf(owner, { method: 'DELETE', path: '/api/orbs/' + newId(), host })
    for (const ask of asks) {
      const proofs = [undefined, 'none', elsewhere, await proofOf({ ...owner, sign: thief.sign }, { ...ask, host })]
      for (const proof of proofs) {
        const signed = proof === undefined ? {} : { 'perigee-proof': proof }
        const headers = { cookie: owner.cookie, origin: relay.url, ...JSON_TYPE, ...signed }
        expect((await relay.ask({ ...ask, headers })).errorCode).toBe('forbidden')
      }
    }
    expect((await relay.askAs(owner, 'DELETE', `/api/orbs/${orb.orbId}`)).status).toBe(204)
    client.terminate()
  })
})

describe('a page of another site', () => {
  const path = '/api/stop-all'
  const body = () => JSON.stringify({ commandId: newId() })

  test.each<[string, () => Record<string, string>]>([
    ['a form', () => ({ origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' })],
    ['a form of plain text', () => ({ origin: 'https://evil.example', 'content-type': 'text/plain' })],
    ['a sandboxed frame', () => ({ origin: 'null', ...JSON_TYPE })],
    ['a script', () => ({ origin: 'https://evil.example', ...JSON_TYPE })],
    ['a request without an Origin', () => JSON_TYPE],
    ['a sibling of the public address', () => ({ origin: PUBLIC + '.evil.example', ...JSON_TYPE })],
    ['the public address over http', () => ({ origin: PUBLIC.replace('https', 'http'), ...JSON_TYPE })],
    ['another port of this machine', () => ({ origin: `http://localhost:${relay.port + 1}`, ...JSON_TYPE })],
  ])('cannot make a browser act: %s', async (_, headers) => {
    const answer = await relay.ask({
      method: 'POST',
      path,
      headers: { cookie: owner.cookie, ...headers() },
      body: body(),
    })
    expect([answer.status, answer.errorCode]).toEqual([403, 'wrong-origin'])
    expect((await relay.askAs(owner, 'POST', path, { commandId: newId() })).status).toBe(200)
  })

  test('cannot send what a form can send, not even through ours', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
      expect(
        (
          await relay.ask({
            method: 'POST',
            path,
            headers: { cookie: owner.cookie, origin: relay.url, 'content-type': type },
            body: body(),
          })
        ).errorCode,
        type,
      ).toBe('not-json')
  })

  test('cannot frame the app, read an answer, or guess what it is', async () => {
    for (const address of ['/', '/pair', '/api/session', '/api/relay', '/healthz', '/no-such-file.js', '/assets/x.js'])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const { headers } = await relay.ask({ method, path: address, headers: { origin: 'https://evil.example' } })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
        expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['cross-origin-resource-policy']).toBe('same-origin')
        expect(headers['cross-origin-opener-policy']).toBe('same-origin')
        expect(headers['referrer-policy']).toBe('no-referrer')
        expect(headers['strict-transport-security']).toBe(undefined)
      }
  })

  test('cannot be made the end of a link into the app', async () => {
    for (const address of [
      '//evil.example',
      '//evil.example/%2e%2e',
      '/\\evil.example',
      '/%5cevil.example',
      '/?next=https://evil.example',
      '/pair?to=//evil.example',
      '/https://evil.example',
      '/.//evil.example',
    ]) {
      const answer = await relay.ask({ path: address })
      expect(answer.status < 300 || answer.status >= 400, `${address}: ${answer.status}`).toBe(true)
      expect(answer.headers.location, address).toBe(undefined)
    }
  })

  test('cannot write into the headers of an answer', async () => {
    const line = '%0d%0aset-cookie:%20planted=1%0d%0a%0d%0a'
    for (const address of [
      `/${line}`,
      `/?x=${line}`,
      `/api/threads/${line}/entries`,
      `/api/approvals/${line}`,
      `/api/orbs/${line}/blobs/${'a'.repeat(64)}`,
      `/api/orbs/x/blobs/${line}`,
    ]) {
      const { headers, text } = await relay.askAs(owner, 'GET', address)
      expect(JSON.stringify(headers), address).not.toContain('planted')
      expect(text).not.toContain('planted')
    }
  })
})

describe('a request that names somebody else', () => {
  const raw = async (...lines: string[]): Promise<string> => {
    const socket = connect(relay.port, '127.0.0.1')
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
    return (await readText(socket)).split('\r\n')[0] ?? ''
  }
  const own = () => `Host: localhost:${relay.port}`

  test('by no Host, two Hosts or another one gets nothing', async () => {
    expect(await raw('GET /healthz HTTP/1.1', own())).toContain(' 200 ')
    for (const lines of [
      ['GET /healthz HTTP/1.1'],
      ['GET /healthz HTTP/1.0'],
      ['GET /healthz HTTP/1.1', 'Host: evil.example'],
      ['GET /healthz HTTP/1.1', own(), 'Host: evil.example'],
      ['GET /healthz HTTP/1.1', 'Host: evil.example', own()],
      ['GET /healthz HTTP/1.1', `Host: localhost:${relay.port}@evil.example`],
      ['GET /healthz HTTP/1.1', `Host: localhost:${relay.port}, evil.example`],
      ['GET /healthz HTTP/1.1', 'Host: localhost'],
    ])
      expect(await raw(...lines), lines.join(' | ')).toMatch(/ 4\d\d /)
  })

  test('in a forwarded header of a stranger is not believed', async () => {
    const lies = {
      'x-forwarded-host': 'perigee.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7;host=perigee.example;proto=https',
      'x-real-ip': '203.0.113.7',
      'x-http-method-override': 'DELETE',
      'x-original-url': '/metrics',
    }
    const session = await sessionAt(relay.url, lies)
    expect(String(session.headers['set-cookie'])).not.toContain('Secure')
    expect(session.headers['strict-transport-security']).toBe(undefined)
    const wrong = await relay.ask({ path: '/healthz', headers: { ...lies, host: 'evil.example' } })
    expect(wrong.errorCode).toBe('wrong-host')
    const activity = await relay.askAs(owner, 'GET', '/api/devices')
    expect(activity.text).not.toContain('203.0.113.7')
    const health = await relay.ask({ path: '/healthz', headers: lies })
    expect(health.json()).toMatchObject({ ok: true })
  })
})

test('no secret stands in the log, whatever was asked and whatever went wrong', async () => {
  const fresh = await startRelayProcess(['--log-level', 'trace'])
  try {
    const me = await fresh.owner()
    const code = 'ABCDEFGH'
    const secret = newSecret()
    const [ticket, nonce] = [await ticketOf(secret), newSecret()]
    const invitationId = newId()
    await fresh.askAs(me, 'POST', '/api/invitations', {
      invitationId,
      ticketHash: await secretHash(ticket),
      codeHash: await secretHash(code),
      commit: await secretHash(nonce),
    })
    const { device } = await makeDevice()
    const asks = { by: { code }, device, commit: await secretHash(newSecret()) }
    const headers = { origin: fresh.url, ...JSON_TYPE }
    const join = (body: object) =>
      fresh.ask({ method: 'POST', path: '/api/pairing/requests', headers, body: JSON.stringify(body) })
    await join({ ...asks, by: { code: 'ZZZZZZZZ' } })
    const joined = (await join(asks)).json() as JoinAnswer
    await fresh.askAs(me, 'POST', `/api/invitations/${invitationId}/reveal`, { nonce })
    const orb = await makeOrb()
    const enrol = await fresh.enrolment()
    const { client, welcome } = await openLink(fresh, orb, { enrol })
    const threadId = newId()
    client.events([entryEvent(1, { threadId })])
    await client.next('ack')
    const noteToken = newSecret()
    const tokenSha256 = await secretHash(noteToken)
    await fresh.askAs(me, 'POST', `/api/orbs/${orb.orbId}/note-tokens`, {
      tokenId: newId(),
      name: 'Build',
      threadId,
      tokenSha256,
    })
    const bearer = { authorization: 'Bearer ' + noteToken }
    await fresh.ask({ method: 'POST', path: '/api/notes', headers: { ...bearer, ...JSON_TYPE }, body: '{"broken' })
    const host = `localhost:${fresh.port}`
    const proof = await proofOf(me, { method: 'GET', path: '/api/session', host })
    await fresh.ask({ path: '/api/session', headers: { authorization: proof } })
    await fresh.ask({ path: '/api/session', headers: { authorization: proof } })
    const local = fresh.localProof('GET', '/metrics')
    await fresh.ask({ path: '/metrics', headers: { authorization: local } })
    client.terminate()
    await fresh.stop()

    const secrets = {
      cookie: me.cookie.split('=')[1],
      'link of the first pairing': fresh.pairing?.path.split('#')[1],
      'code of the first pairing': fresh.pairing?.code,
      'secret of an invitation': secret,
      'ticket of an invitation': ticket,
      'code of an invitation': code,
      'wrong code': 'ZZZZZZZZ',
      'token of a request to join': joined.token,
      'secret of an enrolment': enrol.secret,
      'ticket for blobs': welcome.blobTicket,
      'note token': noteToken,
      'proof of a request': proof.split('sig=')[1],
      'local proof': local.split('proof=')[1],
      'local key': fresh.localKey().toString('base64url'),
    }
    for (const [what, value] of Object.entries(secrets)) {
      expect(value?.length, what).toBeGreaterThanOrEqual(8)
      expect(fresh.log.includes(value ?? ''), what).toBe(false)
    }
    expect(fresh.log.length).toBeGreaterThan(100)
  } finally {
    await fresh.dispose()
  }
})
