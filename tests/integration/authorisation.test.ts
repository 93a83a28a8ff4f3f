import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES, SOCKETS } from '../../relay/app.ts'
import type { AuditPage } from '../../shared/audit/audit.ts'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { newId } from '../../shared/ids.ts'
import { ROOM_KINDS } from '../../shared/rooms/names.ts'
import type { Answer } from '../support/http.ts'
import { proofOf } from '../support/http-proof.ts'
import { dial, expectedAt, expectedAtLink, ROOM_ROWS } from '../support/authorisation/rooms.ts'
import { COMMAND_KINDS, ROWS, TRIED_KINDS, type Row } from '../support/authorisation/rows.ts'
import { headersOf, PRINCIPALS, type Principal } from '../support/authorisation/principals.ts'
import { makeWorld, PEOPLE, type Person, type World } from '../support/authorisation/world.ts'

/*
 * Every route against everybody who could ask. A route, a kind of command, a socket or a kind of room that the app gets
 * and that has no row here fails the first test.
 */

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.dispose())

const methodOf = (row: Row): string => row.route.split(' ')[0] ?? ''
const nameOf = ({ route, what }: Row): string => (what === undefined ? route : `${route}, ${what}`)

async function ask(
  row: Row,
  who: Principal,
  isMeant: boolean,
  more: Record<string, string | undefined> = {},
): Promise<Answer> {
  const method = methodOf(row)
  const { path, body, bytes } = await row.example(world, who, isMeant)
  const text = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  const asked = { method, path, ...(text === undefined ? {} : { body: text }) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { ...(await headersOf(world, who, asked)), ...type, ...more }
  return world.relay.ask({ ...asked, headers: withoutUndefined(headers) })
}

function withoutUndefined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Refused by a code of who may, and not by chance of anything else. */
function isRefusal({ status, errorCode, text }: Answer): boolean {
  if (errorCode === null) return status === 403 && /"outcome":"(refused|forbidden)"/.test(text)
  return ['unauthenticated', 'forbidden', 'not-found', 'wrong-origin'].includes(errorCode)
}

/** How much has been done: whatever is done for anybody leaves a row in the log or comes down a link. */
async function done(): Promise<unknown> {
  const { relay, orb } = world
  const { text } = await relay.ask({
    path: '/metrics',
    headers: { authorization: relay.localProof('GET', '/metrics') },
  })
  const figures = text.split('\n').filter((line) => /^perigee_(commands|decisions)_total/.test(line))
  const came = [orb.link.waiting('command').length, orb.link.waiting('read').length]
  return { figures, came, audit: await auditRows() }
}

async function auditRows(): Promise<number> {
  const { relay } = world
  const headers = { authorization: relay.localProof('GET', '/api/audit') }
  const answer = await relay.ask({ path: '/api/audit?after=0&limit=1000', headers })
  // That a device was heard of for the first time is noted wherever it asks.
  return (answer.json() as AuditPage).rows.filter(({ kind }) => kind !== 'device.first-seen').length
}

test('every route, every command, every socket and every kind of room has its rows', () => {
  const routes = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(routes.toSorted()).toEqual([...new Set(ROWS.map(({ route }) => route))].toSorted())
  expect([...COMMAND_KINDS].sort()).toEqual([...TRIED_KINDS].sort())
  expect(SOCKETS.map(({ path }) => path)).toEqual(['/link', '/rooms/:name'])
  expect([...ROOM_KINDS].sort()).toEqual([...new Set(ROOM_ROWS.map(({ kind }) => kind))].sort())
})

describe('who is not meant is refused, and nothing is done', () => {
  test.each(ROWS.map((row) => [nameOf(row), row] as const))('%s', async (_, row) => {
    const before = await done()
    for (const who of PRINCIPALS) {
      if (row.for.includes(who)) continue
      const answer = await ask(row, who, false)
      expect(isRefusal(answer), `${who}: ${answer.status} ${answer.text}`).toBe(true)
    }
    expect(await done()).toEqual(before)
  })
})

describe('who is meant and comes in a wrong way is refused, and nothing is done', () => {
  const guards = new Map(ROUTES.map(({ method, path, guard }) => [`${method} ${path}`, guard]))
  const wrongOrigins = (): (string | undefined)[] => [
    undefined,
    'null',
    '',
    'http://evil.example',
    `http://localhost:${world.relay.port + 1}`,
    `http://localhost:${world.relay.port}.evil.example`,
    `http://localhost:${world.relay.port}/`,
    `https://localhost:${world.relay.port}`,
    `http://localhost:${world.relay.port} http://evil.example`,
  ]

  test.each(ROWS.map((row) => [nameOf(row), row] as const))('%s', async (_, row) => {
    const before = await done()
    const refused = async (who: Principal, more: Record<string, string | undefined>): Promise<void> => {
      const answer = await ask(row, who, false, more)
      expect(isRefusal(answer), `${who}, ${JSON.stringify(more)}: ${answer.status} ${answer.text}`).toBe(true)
    }
    for (const host of [
      'evil.example',
      `evil.example:${world.relay.port}`,
      `localhost.evil.example:${world.relay.port}`,
    ])
      expect((await ask(row, row.for[0] ?? 'nobody', false, { host })).errorCode).toBe('wrong-host')
    const guard = guards.get(row.route)
    if (guard === 'public') return
    // A GET has no effect, and another site cannot read its answer.
    if (row.for.includes('owner') && methodOf(row) !== 'GET')
      for (const origin of wrongOrigins()) await refused('owner', { origin })
    const cookie = world.people.get('owner')?.cookie ?? ''
    const isOpenToPages = guard === 'tool-or-page' || guard === 'page'
    for (const who of row.for) {
      if (PEOPLE.includes(who as Person) || isOpenToPages || who === 'joining device') continue
      await refused(who, { cookie })
      await refused(who, { origin: world.relay.url })
    }
    expect(await done()).toEqual(before)
  })
})

describe('a proof of a key', () => {
  const method = 'POST'
  const path = '/api/stop-all'
  const type = { 'content-type': 'application/json' }
  const body = (): string => JSON.stringify({ commandId: newId() })

  test('is good for one request, and for no other', async () => {
    const { relay, commandLine } = world
    const host = `localhost:${relay.port}`
    const sent = body()
    const authorization = await proofOf(commandLine, { method, path, host, body: sent })
    const ask_ = (headers: Record<string, string>, asked: object = {}) =>
      relay.ask({
        method,
        path,
        body: sent,
        headers: { ...type, 'x-forwarded-for': '192.0.2.99', ...headers },
        ...asked,
      })
    expect((await ask_({ authorization }, { body: body() })).errorCode).toBe('unauthenticated')
    const fresh = await proofOf(commandLine, { method, path, host, body: sent })
    expect((await ask_({ authorization: fresh })).status).toBe(200)
    expect((await ask_({ authorization: fresh })).errorCode).toBe('unauthenticated')
    const proofs = await Promise.all([
      proofOf(commandLine, { method: 'GET', path, host, body: sent }),
      proofOf(commandLine, { method, path: path + '?x=1', host, body: sent }),
      proofOf(commandLine, { method, path, host: 'other:1', body: sent }),
      proofOf(commandLine, { method, path, host, body: sent }, { at: Date.now() - 61_000 }),
      proofOf(commandLine, { method, path, host, body: sent }, { at: Date.now() + 61_000 }),
      proofOf({ ...commandLine, sign: async () => 'A'.repeat(86) }, { method, path, host, body: sent }),
      proofOf(
        { ...commandLine, device: { ...commandLine.device, deviceId: newId() } },
        { method, path, host, body: sent },
      ),
    ])
    for (const wrong of proofs) expect((await ask_({ authorization: wrong })).errorCode).toBe('unauthenticated')
  })

  test('counts no more once its device is revoked', async () => {
    const { relay } = world
    const lost = await relay.addDevice((await relay.owner()).person, { kind: 'command-line', name: 'Old laptop' })
    expect((await relay.askProved(lost, 'GET', '/api/session')).status).toBe(200)
    await relay.change({ kind: 'device.revoke', deviceId: lost.device.deviceId, why: 'removed' })
    expect((await relay.askProved(lost, 'GET', '/api/session')).errorCode).toBe('unauthenticated')
  })
})

describe('rooms and the link', () => {
  test.each(ROOM_ROWS.map((row) => [`${row.kind}: ${row.what}`, row] as const))('%s', async (_, row) => {
    const path = `/rooms/${row.name(world)}`
    for (const who of PRINCIPALS) expect(await dial(world, path, who), who).toBe(expectedAt(row, who))
    for (const origin of ['null', 'http://evil.example', `http://localhost:${world.relay.port}.evil.example`])
      expect(await dial(world, path, 'owner', { origin }), origin).toBe('HTTP 403')
    expect(await dial(world, path, 'owner', { host: 'evil.example' })).toBe('HTTP 421')
    const { cookie = '' } = world.people.get('owner') ?? {}
    expect(await dial(world, path, 'command line', { cookie })).toBe('HTTP 403')
  })

  test('everybody has a fleet of their own', async () => {
    for (const [who, { person, device }] of world.people) {
      const isOut = who === 'a revoked device' || who === 'a lapsed session'
      const came = await dial(world, `/rooms/fleet:${person.personId}`, who)
      expect(came, `${who}, ${device.name}`).toBe(isOut ? CLOSE.unauthenticated.code : 'open')
    }
  })

  test('the link hears whoever may be an orb, and no browser', async () => {
    for (const who of PRINCIPALS) expect(await dial(world, '/link', who), who).toBe(expectedAtLink(who))
    expect(await dial(world, '/link', 'nobody', { host: 'evil.example' })).toBe('HTTP 421')
  })
})

describe('who is meant is answered', () => {
  const inOrder = [...ROWS.filter(({ last }) => last !== true), ...ROWS.filter(({ last }) => last === true)]
  test.each(inOrder.map((row) => [nameOf(row), row] as const))('%s', async (_, row) => {
    for (const who of row.for) {
      const answer = await ask(row, who, true)
      expect(answer.status, `${who}: ${answer.text}`).toBe(row.answers)
      row.check?.(world, who, answer.text === '' ? null : answer.json())
      if (row.route === 'DELETE /api/session') await world.people.get(who as Person)?.reopen()
    }
  })
})
