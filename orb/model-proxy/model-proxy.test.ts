import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { startModelProxy, type ModelProxy } from './model-proxy.ts'
import { upstreamPath } from './upstream-path.ts'

const REAL = 'real-key-of-the-owner'
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function upstream(handler: Handler): Promise<string> {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

async function proxy(address: string, key: string | null | (() => string) = REAL): Promise<ModelProxy> {
  const started = await startModelProxy({
    upstream: address,
    keyHeader: 'authorization',
    key: typeof key === 'function' ? key : () => key,
    withoutKey: 'Set one.',
  })
  closing.push(() => started.close())
  return started
}

test('a request goes on with the real key in place of the one that is good here alone', async () => {
  let seen: IncomingMessage | null = null
  const address = await upstream((request, response) => {
    seen = request
    request.pipe(response)
  })
  const { url, key } = await proxy(address)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  const answer = await fetch(`${url}/chat/completions?key=${key}&alt=sse`, {
    method: 'POST',
    headers: { 'x-api-key': key, authorization: `Bearer ${key}`, 'x-forwarded-for': '10.0.0.1' },
    body: 'hello',
  })
  expect(await answer.text()).toBe('hello')
  const { headers, url: path, method } = seen as unknown as IncomingMessage
  expect(method).toBe('POST')
  expect(path).toBe('/v1/chat/completions?alt=sse')
  expect(headers.authorization).toBe(`Bearer ${REAL}`)
  expect(headers['x-api-key']).toBeUndefined()
  expect(headers['x-forwarded-for']).toBeUndefined()
  expect(JSON.stringify(headers)).not.toContain(key)
})

test('without its key it forwards nothing, and without a real one it says what to do', async () => {
  let asked = 0
  const address = await upstream((_request, response) => {
    asked += 1
    response.end()
  })
  const { url } = await proxy(address)
  expect((await fetch(`${url}/models`)).status).toBe(401)
  expect((await fetch(`${url}/models`, { headers: { authorization: `Bearer ${REAL}` } })).status).toBe(401)
  const empty = await proxy(address, null)
  const refused = await fetch(`${empty.url}/models`, { headers: { 'x-goog-api-key': empty.key } })
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ error: { message: 'Set one.' } })
  expect(asked).toBe(0)
})

test('an answer passes word by word, and a reader that leaves is felt at the upstream', async () => {
  let left: Promise<unknown> = Promise.resolve()
  const address = await upstream((_request, response) => {
    left = once(response, 'close')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: one\n\n')
  })
  const { url, key } = await proxy(address)
  const reading = new AbortController()
  const answer = await fetch(`${url}/stream`, { headers: { authorization: key }, signal: reading.signal })
  const first = await answer.body?.getReader().read()
  expect(Buffer.from(first?.value ?? []).toString()).toBe('data: one\n\n')
  reading.abort()
  await left
})

test('an upstream that is not there is an error that says so, without the key', async () => {
  const gone = await upstream((_request, response) => response.end())
  await closing.pop()?.()
  const { url, key } = await proxy(gone)
  const answer = await fetch(`${url}/models`, { headers: { authorization: key } })
  expect(answer.status).toBe(502)
  const text = await answer.text()
  expect(text).toContain('cannot be reached')
  expect(text).not.toContain(REAL)
})

test('an upstream that says the key back tells the harness nothing, wherever the answer is cut', async () => {
  const address = await upstream((request, response) => {
    response.writeHead(401, { 'content-length': 10 + REAL.length, 'x-your-key': REAL, 'x-other': 'kept' })
    response.write(`wrong: ${REAL.slice(0, 5)}`)
    setImmediate(() => response.end(`${REAL.slice(5)}...`))
    request.resume()
  })
  const { url, key } = await proxy(address)
  const answer = await fetch(`${url}/models`, { headers: { authorization: key } })
  expect(await answer.text()).toBe(`wrong: ${'x'.repeat(REAL.length)}...`)
  expect(answer.headers.get('x-your-key')).toBeNull()
  expect(answer.headers.get('x-other')).toBe('kept')
})

test('a key that cannot be read or sent is an answer, not the end of the runner', async () => {
  const address = await upstream((_request, response) => response.end())
  const damaged = await proxy(address, () => {
    throw new PerigeeError('bad-request', 'The file is damaged.')
  })
  const answer = await fetch(`${damaged.url}/models`, { headers: { authorization: damaged.key } })
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('The file is damaged.')
  const unsendable = await proxy(address, 'two\nlines')
  const other = await fetch(`${unsendable.url}/models`, { headers: { authorization: unsendable.key } })
  expect(other.status).toBe(500)
  expect(await other.text()).toContain('set it anew')
})

test('a redirect of the upstream is passed on, not followed', async () => {
  const address = await upstream((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/steal' }).end()
  })
  const { url, key } = await proxy(address)
  const answer = await fetch(`${url}/models`, { headers: { authorization: key }, redirect: 'manual' })
  expect(answer.status).toBe(302)
})

test.each([
  ['//evil.example/v1/models'],
  ['http://evil.example/v1/models'],
  ['/v1/../secret'],
  ['/v1/%2e%2e/secret'],
  ['/v1/..%2fsecret'],
  ['/v1/%2e%2e%5csecret'],
  ['/v12/models'],
  ['/v1\\..\\secret'],
])('the path %s leads nowhere', (path) => {
  expect(upstreamPath(path, new URL('https://api.example.com/v1'), 'k')).toBeNull()
})
