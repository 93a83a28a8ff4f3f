import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceActivity } from '../../shared/devices/pairing.ts'
import { openSession, relayPeople, type RelayPeople } from '../support/relay-people.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import type { Ask } from '../support/http.ts'

/*
 * A relay behind a proxy of its owner's, which ends https: this test speaks as that proxy does.
 */

const ORIGIN = 'https://perigee.example'
const PROXIED = { host: 'perigee.example', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

let relay: RelayProcess
let people: RelayPeople

beforeAll(async () => {
  relay = await startRelayProcess(['--public-url', ORIGIN, '--trust-proxy', '127.0.0.1', '--host', '127.0.0.1'])
  const secret = relay.pairing?.path.replace('/first#', '') ?? ''
  people = relayPeople({ url: ORIGIN, ask }, () => secret)
})
afterAll(() => relay.dispose())

/** Asks through the proxy. */
function ask(request: Ask, more: Record<string, string> = {}) {
  return relay.ask({ ...request, headers: { ...PROXIED, ...request.headers, ...more } })
}

test('a browser behind the proxy gets a cookie for its host alone, and is told to stay on https', async () => {
  const owner = await people.owner()
  expect(owner.setCookie).toMatch(
    /^__Host-perigee=[A-Za-z0-9_-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const read = await ask({ path: '/api/session', headers: { cookie: owner.cookie } })
  expect(read.status).toBe(200)
  expect(read.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
  expect((await ask({ path: '/api/relay' })).json()).toMatchObject({ publicUrl: ORIGIN })
})

test('what came to the proxy over plain http is not signed in, whatever cookie it carries', async () => {
  const { cookie } = await people.owner()
  const plain = await ask({ path: '/api/session', headers: { cookie } }, { 'x-forwarded-proto': 'http' })
  expect(plain.errorCode).toBe('unauthenticated')
  expect(plain.headers['strict-transport-security']).toBeUndefined()
})

test('a device is known by the address that the proxy saw, and not by one that the device made up', async () => {
  const owner = await people.owner()
  const made = await people.addDevice(owner.person, { name: 'Phone' })
  const forged = { 'x-forwarded-for': '198.51.100.1, 203.0.113.77' }
  await openSession({ url: ORIGIN, ask: (request) => ask(request, forged) }, made)
  const answer = await ask({ path: '/api/devices', headers: { cookie: owner.cookie } })
  const { devices } = answer.json() as DeviceActivity
  const addresses = new Map(devices.map(({ deviceId, address }) => [deviceId, address]))
  expect(addresses.get(made.device.deviceId)).toBe('203.0.113.77')
  expect(addresses.get(owner.device.deviceId)).toBe('203.0.113.9')
})

test('whoever asks too often is refused by the address that the proxy saw, and nobody else is', async () => {
  await people.owner()
  const recover = (address: string) => {
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    return ask({ method: 'POST', path: '/api/recover', headers, body: '{}' }, { 'x-forwarded-for': address })
  }
  const tries = await Promise.all(Array.from({ length: 25 }, () => recover('192.0.2.4')))
  expect(tries.filter(({ errorCode }) => errorCode === 'too-many')).toHaveLength(5)
  expect((await recover('192.0.2.5')).errorCode).toBe('bad-request')
  expect((await ask({ path: '/healthz' }, { 'x-forwarded-for': '192.0.2.4' })).status).toBe(200)
})

test('a page of the address without https is no page of this relay any more than a stranger’s', async () => {
  const headers = { origin: 'http://perigee.example' }
  expect((await ask({ method: 'POST', path: '/api/session/nonce', headers })).errorCode).toBe('wrong-origin')
  expect((await ask({ path: '/healthz' }, { host: 'perigee.example:8737' })).errorCode).toBe('wrong-host')
})
