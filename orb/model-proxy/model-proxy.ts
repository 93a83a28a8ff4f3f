import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { carriedKeys, forwardedHeaders, withKey, type KeyHeader } from './headers.ts'
import { headersWithoutKey, withoutKey } from './redaction.ts'
import { upstreamPath } from './upstream-path.ts'

/** Requests at once: a harness has a handful, with its subagents and titles. */
const AT_ONCE = 64
/** From a request to the headers of its answer: a model may think for minutes before its first word. */
const HEADERS_MS = 10 * 60_000

/** What a proxy forwards, and to whom. */
export interface ModelProxyOptions {
  /** Base address of the model's API; its path is kept. */
  readonly upstream: string
  readonly keyHeader: KeyHeader
  /** The real key, asked for with each request; null: none is kept. */
  readonly key: () => string | null
  /** What a harness is told where there is no key. */
  readonly withoutKey: string
}

/** A proxy that runs. */
export interface ModelProxy {
  /** What the harness takes for the model's base address. */
  readonly url: string
  /** The key that is good here alone. */
  readonly key: string
  close(): Promise<void>
}

/**
 * The model's API on a port of loopback: the harness gets this address and a key that is worth nothing elsewhere, and
 * the real key never leaves the runner. Requests go to the one upstream alone, as they come and without being kept.
 * @throws PerigeeError where the upstream is no address
 */
export async function startModelProxy(options: ModelProxyOptions): Promise<ModelProxy> {
  const upstream = URL.canParse(options.upstream) ? new URL(options.upstream) : null
  if (upstream === null || !['http:', 'https:'].includes(upstream.protocol)) {
    throw new PerigeeError('bad-request', `The model's address "${options.upstream}" is none that can be called.`)
  }
  const key = `perigee-${randomBytes(24).toString('base64url')}`
  const running = new Set<ClientRequest>()
  const server = createServer((request, response) => {
    try {
      forward({ options, upstream, key, running }, request, response)
    } catch (error) {
      // The file of secrets is damaged or open to others, or the key is none that a header can hold.
      const why = error instanceof PerigeeError ? error.message : 'The key that is kept cannot be sent: set it anew.'
      refuse(response, 500, why)
    }
  })
  // A model's answer may pause for as long as it thinks.
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const path = upstream.pathname.replace(/\/$/, '')
  return {
    url: `http://127.0.0.1:${port}${path}`,
    key,
    async close() {
      for (const request of running) request.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Place {
  readonly options: ModelProxyOptions
  readonly upstream: URL
  readonly key: string
  readonly running: Set<ClientRequest>
}

function forward({ options, upstream, key, running }: Place, request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '/'
  if (!carriedKeys(request.headers, url).some((carried) => isSame(carried, key))) {
    refuse(response, 401, 'This key is not the one that this orb was given.')
    return
  }
  const path = upstreamPath(url, upstream, key)
  if (path === null) return refuse(response, 400, "This path leads out of the model's address.")
  const real = options.key()
  if (real === null) return refuse(response, 401, options.withoutKey)
  if (running.size >= AT_ONCE) return refuse(response, 429, 'Too many requests to the model at once.')

  const headers: OutgoingHttpHeaders = {
    ...withKey(forwardedHeaders(request.headers), options.keyHeader, real),
    host: upstream.host,
    // What is packed could not be searched for the key.
    'accept-encoding': 'identity',
  }
  const send = upstream.protocol === 'https:' ? httpsRequest : httpRequest
  const outgoing = send(upstream, { method: request.method ?? 'GET', path, headers })
  running.add(outgoing)
  const late = setTimeout(() => outgoing.destroy(new Error('it did not answer in time')), HEADERS_MS)
  outgoing.on('close', () => {
    clearTimeout(late)
    running.delete(outgoing)
  })
  outgoing.on('response', (answer) => {
    clearTimeout(late)
    const told = headersWithoutKey(forwardedHeaders(answer.headers), real)
    response.writeHead(answer.statusCode ?? 502, told)
    // Told at once: a stream's first word may come much later.
    response.flushHeaders()
    pipeline(answer, withoutKey(real), response, () => outgoing.destroy())
  })
  outgoing.on('error', (error) => {
    if (response.headersSent) response.destroy()
    else refuse(response, 502, `The model at ${upstream.host} cannot be reached: ${error.message}`)
  })
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy()
  })
  pipeline(request, outgoing, () => {})
}

/** An error in the form that every dialect's client shows. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { code: status, type: 'perigee', message } }))
}

function isSame(carried: string, key: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(carried), hash(key))
}
