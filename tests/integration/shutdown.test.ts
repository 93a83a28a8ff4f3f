import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { FirstCode } from '../../shared/devices/pairing.ts'
import { WebSocket } from 'ws'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { newId } from '../../shared/ids.ts'
import { entryEvents, makeOrb, openLink } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { closing } from '../support/sockets.ts'

/** What SIGTERM may take, all told. */
const SHUTDOWN_MS = 5_000

async function relayForTest(flags: readonly string[] = []): Promise<RelayProcess> {
  const relay = await startRelayProcess(flags)
  onTestFinished(() => relay.dispose())
  return relay
}

/** Runs the program to its end. */
async function run(args: readonly string[]) {
  const program = fileURLToPath(new URL('../../dist/node/relay.js', import.meta.url))
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, err, code: code as number }
}

test('a relay that is told to stop tells everybody to come back, keeps everything and ends with 0', async () => {
  const relay = await relayForTest()
  const device = await relay.signIn()
  const orb = await makeOrb()
  const { client } = await openLink(relay, orb)
  client.events(entryEvents(1, 5, { threadId: newId() }))
  await client.next('ack')
  const viewer = new WebSocket(`ws://127.0.0.1:${relay.port}/rooms/orb:${orb.orbId}`, {
    headers: { host: `localhost:${relay.port}`, cookie: device.cookie, origin: relay.url },
  })
  const left = closing(viewer)
  await once(viewer, 'open')

  const started = performance.now()
  expect(await relay.stop()).toBe(0)
  expect(performance.now() - started).toBeLessThan(SHUTDOWN_MS)
  expect((await client.closed).code).toBe(CLOSE.slow.code)
  expect((await left).code).toBe(CLOSE.slow.code)

  await relay.restart()
  expect((await openLink(relay, orb, { firstSeq: 1, lastSeq: 5 })).welcome.acked).toBe(5)
  expect((await relay.askAs(device, 'GET', '/api/session')).status).toBe(200)
})

test('peers that do not answer, and requests that never end, do not hold it up', async () => {
  const relay = await relayForTest()
  const { client } = await openLink(relay, await makeOrb())
  client.pause()
  const half = new WebSocket(`ws://127.0.0.1:${relay.port}/link`)
  await once(half, 'message')
  half.pause()
  // Half of a request, and nothing more.
  void relay
    .ask({ method: 'POST', path: '/api/session', headers: { origin: relay.url, 'content-length': '100' }, body: '{' })
    .catch(() => undefined)
  await expect.poll(async () => (await relay.ask({ path: '/healthz' })).status).toBe(200)
  const started = performance.now()
  expect(await relay.stop()).toBe(0)
  expect(performance.now() - started).toBeLessThan(SHUTDOWN_MS)
  half.terminate()
})

test('one line of JSON is all that it prints for a program', async () => {
  const state = mkdtempSync(join(tmpdir(), 'perigee-print-'))
  onTestFinished(() => rmSync(state, { recursive: true }))
  const program = fileURLToPath(new URL('../../dist/node/relay.js', import.meta.url))
  const child = spawn(process.execPath, [program, '--json', '--port', '0', '--state', state])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { listening, url, pairing } = JSON.parse(line.toString()) as Record<string, unknown>
  expect(listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(url).toMatch(/^http:\/\/localhost:\d+$/)
  expect(FirstCode.parse(pairing).path).toMatch(/^\/first#[A-Za-z0-9_-]{22}$/)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  for (const name of ['', 'local.key', 'ledger.sqlite', 'blobs']) {
    expect(statSync(join(state, 'relay', name)).mode & 0o077, name).toBe(0)
  }
})

test('a second relay on the same folder is refused, and the first goes on', async () => {
  const relay = await relayForTest()
  const second = await run(['--port', '0', '--state', relay.state])
  expect(second).toMatchObject({ code: 1, out: '' })
  expect(second.err).toContain(`Another relay is running on ${join(relay.state, 'relay')}`)
  expect((await relay.ask({ path: '/healthz' })).status).toBe(200)
})

test('a port that is taken is named', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const state = mkdtempSync(join(tmpdir(), 'perigee-port-'))
  onTestFinished(() => rmSync(state, { recursive: true }))
  const refused = await run(['--port', String(port), '--state', state])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(`Port ${port} is in use by another program.`)
})

test('settings that cannot be used are told all at once, and start nothing', async () => {
  const refused = await run(['--port', 'x', '--host', 'relay.example', '--nonsense'])
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err.trim().split('\n')).toHaveLength(4)
})

test('--help says what there is', async () => {
  const help = await run(['--help'])
  expect(help).toMatchObject({ code: 0, err: '' })
  expect(help.out).toContain('--public-url URL')
})
