import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Inbox } from '../../shared/http/api.ts'
import { makeDeviceKey } from './device-key.ts'
import { pageOrigin, RelayClient } from './relay-client.ts'

const FOUNDING = 'a'.repeat(64)

/** A relay that answers as the test wants, and a device of it. */
async function against(answer: RequestListener): Promise<RelayClient> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const relay = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const seen = { version: 0, hash: FOUNDING }
  const known = { deviceId: 'd1', deviceName: 'Laptop', relay, founding: FOUNDING, seen, account: null }
  return new RelayClient({ ...known, key: await makeDeviceKey() })
}

test('a proved request brings no cookie and no Origin', async () => {
  let headers: NodeJS.Dict<string | string[]> = {}
  const client = await against((request, response) => {
    headers = request.headers
    response.end('{"approvals":[],"receipts":[],"titles":{}}')
  })
  await client.post('/api/x', { a: 1 }, Inbox)
  expect(headers['authorization']).toMatch(/^Perigee-Device device=d1,at=\d+,nonce=[\w-]{22},body=[0-9a-f]{64},sig=/)
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('origin')
})

test('a refusal is told in words that order nothing', async () => {
  const client = await against((_request, response) => {
    response.writeHead(403)
    response.end(JSON.stringify({ error: { code: 'forbidden', message: '\u001b[2Jno\u202e\nway' } }))
  })
  const refused = client.get('/api/approvals', Inbox)
  await expect(refused).rejects.toMatchObject({ code: 'forbidden', message: '\\u{1b}[2Jno\\u{202e}\\u{a}way' })
})

test('a redirect is not followed', async () => {
  let asked = 0
  const client = await against((_request, response) => {
    asked++
    response.writeHead(307, { location: '/elsewhere' })
    response.end()
  })
  await expect(client.get('/api/approvals', Inbox)).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toBe(1)
})

test.each(['', 'nonsense', '{"approvals":1}', '['.repeat(100_000)])(
  'an answer that makes no sense is told: %#',
  async (body) => {
    const client = await against((_request, response) => response.end(body))
    await expect(client.get('/api/approvals', Inbox)).rejects.toThrow('something that this version cannot read')
  },
)

test('a relay that is not there is told', async () => {
  const client = await against((request) => request.destroy())
  await expect(client.get('/api/approvals', Inbox)).rejects.toThrow(/^No relay answers at http:\/\/127\.0\.0\.1:\d+\./)
})

test.each([
  ['https://perigee.example.org/', 'https://perigee.example.org'],
  ['http://evil.example', null],
  ['javascript:alert(1)', null],
  ['\u001b[2J', null],
  [null, null],
])('a public address of %j is taken as %j', async (publicUrl, origin) => {
  const client = await against((_request, response) =>
    response.end(JSON.stringify({ software: '0', roster: null, publicUrl })),
  )
  expect(await pageOrigin(client.device.relay)).toBe(origin ?? client.device.relay)
})
