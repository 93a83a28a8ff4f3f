import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { AuditPage } from '../../shared/audit/audit.ts'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import {
  joinMac,
  matchNumber,
  newCode,
  newSecret,
  secretHash,
  ticketOf,
  WRONG_CODES,
  type AppendOutcome,
  type InvitationView,
  type JoinAnswer,
  type JoiningDevice,
  type JoinState,
  type RelayInfo,
} from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import { asPage } from '../support/as-page.ts'
import type { Answer } from '../support/http.ts'
import { makeKey } from '../support/keys.ts'
import { openSession } from '../support/relay-people.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { foundingEntry, makeDevice, signEntry, type TestDevice } from '../support/roster.ts'
import { closing } from '../support/sockets.ts'

/** A relay of this test's own. */
async function freshRelay(): Promise<RelayProcess> {
  const relay = await startRelayProcess()
  onTestFinished(() => relay.dispose())
  return relay
}

async function founding(): Promise<{ device: TestDevice; entry: Awaited<ReturnType<typeof foundingEntry>> }> {
  const device = await makeDevice()
  return { device, entry: await foundingEntry(device, await makeKey()) }
}

describe('the first pairing', () => {
  test('makes an owner by the code that the relay printed, once', async () => {
    const relay = await freshRelay()
    const { code = '' } = relay.pairing ?? {}
    expect(relay.log).not.toContain(code)
    const { device, entry } = await founding()
    const paired = await asPage(relay, 'POST', '/api/pairing/first', { proof: { code }, entry })
    expect(paired.json()).toMatchObject({ outcome: 'appended', version: 0 })
    const { roster } = (await relay.ask({ path: '/api/relay' })).json() as RelayInfo
    expect(roster).toMatchObject({ version: 0, hash: roster?.founding })
    expect((await openSession(relay, device)).session).toMatchObject({
      deviceName: device.device.name,
      grants: device.person.grants,
      roster,
    })
    const again = await founding()
    const second = await asPage(relay, 'POST', '/api/pairing/first', { proof: { code }, entry: again.entry })
    expect(second.errorCode).toBe('conflict')
    const more = await relay.ask({
      method: 'POST',
      path: '/api/pairing/codes',
      headers: { authorization: relay.localProof('POST', '/api/pairing/codes') },
    })
    expect(more.errorCode).toBe('conflict')
  })

  test('takes the link still after wrong codes burned the code', async () => {
    const relay = await freshRelay()
    const { code = '', path = '' } = relay.pairing ?? {}
    const { entry } = await founding()
    const pair = (proof: object) => asPage(relay, 'POST', '/api/pairing/first', { proof, entry })
    for (let tries = 0; tries < WRONG_CODES; tries += 1) {
      expect((await pair({ code: newCode() })).errorCode).toBe('gone')
    }
    expect((await pair({ code })).errorCode).toBe('gone')
    expect((await pair({ secret: path.replace('/first#', '') })).status).toBe(200)
  })

  test('spends no code on an entry that founds nothing', async () => {
    const relay = await freshRelay()
    const { code = '' } = relay.pairing ?? {}
    const { device, entry } = await founding()
    const forged = { ...entry, at: entry.at + 1 }
    const refused = await asPage(relay, 'POST', '/api/pairing/first', { proof: { code }, entry: forged })
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({ outcome: 'refused', problem: 'bad-signature' })
    expect((await asPage(relay, 'POST', '/api/pairing/first', { proof: { code }, entry })).status).toBe(200)
    await openSession(relay, device)
  })

  test('is all that a relay without an owner does', async () => {
    const relay = await freshRelay()
    for (const [method, path] of [
      ['GET', '/api/session'],
      ['POST', '/api/session/nonce'],
      ['POST', '/api/pairing/requests'],
      ['POST', '/api/recover'],
      ['GET', '/api/approvals'],
      ['GET', '/metrics'],
    ] as const) {
      expect((await asPage(relay, method, path)).errorCode).toBe('unpaired')
    }
    expect((await relay.ask({ path: '/healthz' })).status).toBe(200)
    expect((await relay.ask({ path: '/api/relay' })).json()).toMatchObject({ roster: null })
    const socket = new WebSocket(`ws://localhost:${relay.port}/rooms/fleet:me`, { origin: relay.url })
    expect((await closing(socket)).code).toBe(CLOSE.unauthenticated.code)
  })
})

describe('one more device', () => {
  let relay: RelayProcess
  let owner: SignedIn

  beforeAll(async () => {
    relay = await startRelayProcess()
    owner = await relay.owner()
  })
  afterAll(() => relay.dispose())

  interface Invitation {
    readonly invitationId: string
    readonly secret: string
    readonly code: string
    readonly nonce: string
  }

  const path = (invitationId: string, rest = '') => `/api/invitations/${invitationId}${rest}`

  async function invite(): Promise<Invitation> {
    const made = { invitationId: newId(), secret: newSecret(), code: newCode(), nonce: newSecret() }
    const opened = await relay.askAs(owner, 'POST', '/api/invitations', {
      invitationId: made.invitationId,
      ticketHash: await secretHash(await ticketOf(made.secret)),
      codeHash: await secretHash(made.code),
      commit: await secretHash(made.nonce),
    })
    expect(opened.json()).toMatchObject({ invitationId: made.invitationId, state: 'open', request: null })
    return made
  }

  interface Joining {
    readonly made: TestDevice
    readonly device: JoiningDevice
    readonly nonce: string
    readonly answer: Answer
    ask(method: string, rest: string, body?: unknown): Promise<Answer>
  }

  async function join(by: { code: string } | Invitation): Promise<Joining> {
    const made = await makeDevice(owner.person, { name: 'Phone' })
    const { personId: _, ...device } = made.device
    const nonce = newSecret()
    const commit = await secretHash(nonce)
    const shown =
      'secret' in by
        ? {
            invitationId: by.invitationId,
            ticket: await ticketOf(by.secret),
            mac: await joinMac(by.secret, device, commit),
          }
        : { code: by.code }
    const answer = await asPage(relay, 'POST', '/api/pairing/requests', { by: shown, device, commit })
    const token = answer.status === 201 ? (answer.json() as JoinAnswer).token : ''
    const ask: Joining['ask'] = (method, rest, body) =>
      asPage(relay, method, '/api/pairing/request' + rest, body, { authorization: 'Perigee-Pairing ' + token })
    return { made, device, nonce, answer, ask }
  }

  const viewOf = async ({ invitationId }: Invitation): Promise<InvitationView> =>
    (await relay.askAs(owner, 'GET', path(invitationId))).json() as InvitationView

  /** Both sides reveal; the numbers that they show. */
  async function reveal(invitation: Invitation, joining: Joining): Promise<readonly [string, string]> {
    const answer = joining.answer.json() as JoinAnswer
    await relay.askAs(owner, 'POST', path(invitation.invitationId, '/reveal'), { nonce: invitation.nonce })
    const { nonce: ownerNonce } = (await joining.ask('GET', '')).json() as JoinState
    expect(await secretHash(ownerNonce ?? '')).toBe(answer.commit)
    expect((await joining.ask('POST', '/reveal', { nonce: joining.nonce })).status).toBe(200)
    const { request } = await viewOf(invitation)
    const common = { founding: answer.founding, ownerNonce: ownerNonce ?? '' }
    return [
      await matchNumber({
        ...common,
        ownerKey: answer.ownerKey.point,
        device: joining.device,
        newNonce: joining.nonce,
      }),
      await matchNumber({
        ...common,
        ownerKey: owner.key.point,
        device: request?.device ?? joining.device,
        newNonce: request?.nonce ?? '',
      }),
    ]
  }

  async function confirm(invitation: Invitation, joining: Joining): Promise<AppendOutcome> {
    const { version, hash: previous } = await relay.roster()
    const change = { kind: 'device.add' as const, device: joining.made.device, person: owner.person }
    const unsigned = { version: version + 1, previous, at: Date.now(), by: owner.device.deviceId, change }
    const body = { entry: await signEntry(owner, unsigned), invitationId: invitation.invitationId }
    return (await relay.askAs(owner, 'POST', '/api/roster', body)).json() as AppendOutcome
  }

  test('comes in by a link: the owner sees who it is, both see the same number, and one signature lets it in', async () => {
    const invitation = await invite()
    const joining = await join(invitation)
    expect(joining.answer.status).toBe(201)
    const { request, state } = await viewOf(invitation)
    expect(state).toBe('requested')
    expect(request).toMatchObject({ device: joining.device, nonce: null, address: '127.0.0.1' })
    expect(request?.mac).toBe(await joinMac(invitation.secret, joining.device, request?.commit ?? ''))
    await expect(openSession(relay, joining.made)).rejects.toThrow('401')
    const [shown, right] = await reveal(invitation, joining)
    expect(shown).toBe(right)
    expect(await confirm(invitation, joining)).toMatchObject({ outcome: 'appended' })
    expect((await joining.ask('GET', '')).json()).toMatchObject({ state: 'confirmed' })
    expect((await openSession(relay, joining.made)).session.personId).toBe(owner.person.personId)
  })

  test('comes in by a typed code, and neither link nor code work twice', async () => {
    const invitation = await invite()
    const joining = await join({ code: invitation.code })
    expect((await viewOf(invitation)).request?.mac).toBeNull()
    expect((await join({ code: invitation.code })).answer.errorCode).toBe('gone')
    expect((await join(invitation)).answer.errorCode).toBe('gone')
    const [shown, right] = await reveal(invitation, joining)
    expect(shown).toBe(right)
    expect(await confirm(invitation, joining)).toMatchObject({ outcome: 'appended' })
    await openSession(relay, joining.made)
  })

  test('stays outside where the owner chose a wrong number', async () => {
    const invitation = await invite()
    const joining = await join(invitation)
    await reveal(invitation, joining)
    const refused = await relay.askAs(owner, 'POST', path(invitation.invitationId, '/refuse'))
    expect(refused.json()).toMatchObject({ state: 'burned' })
    expect((await joining.ask('GET', '')).json()).toMatchObject({ state: 'burned' })
    expect(await confirm(invitation, joining)).toMatchObject({ outcome: 'refused', problem: 'no-invitation' })
    const { rows } = (await relay.askAs(owner, 'GET', '/api/audit')).json() as AuditPage
    const noted = rows.findLast(({ kind }) => kind === 'pairing.refused')
    expect(JSON.parse(noted?.detail ?? '{}')).toMatchObject({ device: joining.device, address: '127.0.0.1' })
    await expect(openSession(relay, joining.made)).rejects.toThrow('401')
  })

  test('is not let in before both have revealed, nor with a nonce that was not committed to', async () => {
    const invitation = await invite()
    const joining = await join(invitation)
    expect((await joining.ask('POST', '/reveal', { nonce: joining.nonce })).errorCode).toBe('conflict')
    const other = { nonce: newSecret() }
    const swapped = await relay.askAs(owner, 'POST', path(invitation.invitationId, '/reveal'), other)
    expect(swapped.errorCode).toBe('bad-request')
    expect(await confirm(invitation, joining)).toMatchObject({ outcome: 'refused' })
  })

  test('an invitation is seen and moved by the device that made it alone, and can be withdrawn', async () => {
    const invitation = await invite()
    const tablet = await relay.signIn('Tablet')
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/reveal'],
      ['POST', '/refuse'],
      ['DELETE', ''],
    ] as const) {
      const body = rest === '/reveal' ? { nonce: invitation.nonce } : undefined
      const answer = await relay.askAs(tablet, method, path(invitation.invitationId, rest), body)
      expect(answer.errorCode).toBe('not-found')
    }
    expect((await relay.askAs(owner, 'DELETE', path(invitation.invitationId))).status).toBe(204)
    expect((await join(invitation)).answer.errorCode).toBe('gone')
  })

  test('whoever knows a secret that is wrong hears nothing of the invitation', async () => {
    const invitation = await invite()
    const wrong = await join({ ...invitation, secret: newSecret() })
    expect(wrong.answer.errorCode).toBe('gone')
    expect((await viewOf(invitation)).state).toBe('open')
    expect((await wrong.ask('GET', '')).errorCode).toBe('unauthenticated')
  })

  test('five wrong codes end the open codes', async () => {
    const invitation = await invite()
    for (let tries = 0; tries < WRONG_CODES; tries += 1) await join({ code: newCode() })
    expect((await join({ code: invitation.code })).answer.errorCode).toBe('gone')
    expect((await join(invitation)).answer.status).toBe(201)
  })
})

test('devices, sessions and open invitations survive a killed relay', async () => {
  const relay = await freshRelay()
  const owner = await relay.owner()
  const invitationId = newId()
  const hash = await secretHash('any')
  const asked = { invitationId, ticketHash: hash, codeHash: hash, commit: hash }
  expect((await relay.askAs(owner, 'POST', '/api/invitations', asked)).status).toBe(201)
  await relay.restart()
  expect(relay.pairing).toBeNull()
  const view = await relay.ask({ path: `/api/invitations/${invitationId}`, headers: { cookie: owner.cookie } })
  expect(view.json()).toMatchObject({ state: 'open' })
})
