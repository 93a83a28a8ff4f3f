import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { Session } from '../../shared/http/api.ts'
import { asPage } from '../support/as-page.ts'
import { makeKey } from '../support/keys.ts'
import { openSession } from '../support/relay-people.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { makeDevice, signEntry } from '../support/roster.ts'
import { closing } from '../support/sockets.ts'

describe('a device that leaves', () => {
  let relay: RelayProcess
  let owner: SignedIn

  beforeAll(async () => {
    relay = await startRelayProcess()
    owner = await relay.owner()
  })
  afterAll(() => relay.dispose())

  const fleetOf = ({ session, cookie }: SignedIn): WebSocket =>
    new WebSocket(`ws://localhost:${relay.port}/rooms/fleet:${session.personId}`, {
      origin: relay.url,
      headers: { cookie },
    })

  /** An open socket of the device, and how it will end. */
  async function watching(device: SignedIn): Promise<{ readonly closed: Promise<number> }> {
    const socket = fleetOf(device)
    const closed = closing(socket).then(({ code }) => code)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    onTestFinished(() => socket.terminate())
    return { closed }
  }

  test('loses its sessions and its sockets at once when it is revoked', async () => {
    const phone = await relay.signIn('Phone')
    const { closed } = await watching(phone)
    const { deviceId } = phone.device
    await relay.change({ kind: 'device.revoke', deviceId, why: 'lost' })
    expect(await closed).toBe(CLOSE.unauthenticated.code)
    expect((await relay.ask({ path: '/api/session', headers: { cookie: phone.cookie } })).errorCode).toBe(
      'unauthenticated',
    )
    await expect(openSession(relay, phone)).rejects.toThrow('revoked')
    expect((await relay.askProved(phone, 'GET', '/api/session')).errorCode).toBe('unauthenticated')
    expect((await closing(fleetOf(phone))).code).toBe(CLOSE.unauthenticated.code)
  })

  test('may revoke itself, and nobody else unless it owns everything', async () => {
    const eve = await relay.addPerson('Eve', [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }])
    const revoke = async (deviceId: string) => {
      const { version, hash: previous } = await relay.roster()
      const change = { kind: 'device.revoke' as const, deviceId, why: 'signed-out' as const }
      const unsigned = { version: version + 1, previous, at: Date.now(), by: eve.device.deviceId, change }
      const body = { entry: await signEntry(eve, unsigned), invitationId: null }
      return relay.askAs(eve, 'POST', '/api/roster', body)
    }
    const other = await revoke(owner.device.deviceId)
    expect(other.status).toBe(403)
    expect(other.json()).toMatchObject({ problem: 'not-an-owner' })
    expect((await revoke(eve.device.deviceId)).status).toBe(200)
    expect((await relay.askAs(owner, 'GET', '/api/session')).status).toBe(200)
  })

  test('brings no entry that another device signed', async () => {
    const tablet = await relay.signIn('Tablet')
    const { version, hash: previous } = await relay.roster()
    const change = { kind: 'person.set' as const, person: owner.person }
    const unsigned = { version: version + 1, previous, at: Date.now(), by: owner.device.deviceId, change }
    const body = { entry: await signEntry(owner, unsigned), invitationId: null }
    expect((await relay.askAs(tablet, 'POST', '/api/roster', body)).errorCode).toBe('forbidden')
  })

  test('signs out of every session it had, and keeps its key', async () => {
    const phone = await relay.signIn('Phone')
    const renewed = await openSession(relay, phone)
    const older = await watching(phone)
    const newer = await watching(renewed)
    const out = await relay.askAs(renewed, 'DELETE', '/api/session')
    expect(out.status).toBe(204)
    expect(String(out.headers['set-cookie'])).toMatch(/^perigee-\d+=; Max-Age=0/)
    expect(await Promise.all([older.closed, newer.closed])).toEqual([4401, 4401])
    for (const { cookie } of [phone, renewed]) {
      expect((await relay.ask({ path: '/api/session', headers: { cookie } })).errorCode).toBe('unauthenticated')
    }
    await openSession(relay, phone)
  })

  test('is told of, with where it was seen last', async () => {
    const phone = await relay.signIn('Phone')
    const answer = await relay.askAs(owner, 'GET', '/api/devices')
    const { devices } = answer.json() as { devices: { deviceId: string }[] }
    expect(devices.find(({ deviceId }) => deviceId === phone.device.deviceId)).toMatchObject({
      address: '127.0.0.1',
      connected: false,
    })
  })
})

test('a recovery ends every device and lets one in, which names the next recovery key', async () => {
  const relay = await startRelayProcess()
  onTestFinished(() => relay.dispose())
  const owner = await relay.owner()
  const { version, hash: previous } = await relay.roster()
  const back = await makeDevice({ personId: owner.person.personId })
  const { key: recoveryKey } = await makeKey()
  const change = { kind: 'recover' as const, device: back.device, person: back.person, recoveryKey }
  const unsigned = { version: version + 1, previous, at: Date.now(), by: 'recovery', change }
  const byOwner = { entry: await signEntry(owner, unsigned) }
  expect((await asPage(relay, 'POST', '/api/recover', byOwner)).json()).toMatchObject({ problem: 'bad-signature' })
  const entry = await signEntry(await relay.recovery(), unsigned)
  expect((await asPage(relay, 'POST', '/api/recover', { entry })).json()).toMatchObject({ outcome: 'appended' })
  const gone = await relay.ask({ path: '/api/session', headers: { cookie: owner.cookie } })
  expect(gone.errorCode).toBe('unauthenticated')
  const session = (await openSession(relay, back)).session satisfies Session
  expect(session.roster.version).toBe(version + 1)
  const other = { ...unsigned, version: version + 2, previous: session.roster.hash }
  const again = await signEntry(await relay.recovery(), other)
  expect((await asPage(relay, 'POST', '/api/recover', { entry: again })).json()).toMatchObject({ outcome: 'refused' })
})
