import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A request, with every header under the test's control (fetch sets some of them itself). */
export interface Ask {
  readonly method?: string
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Uint8Array
}

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  json(): unknown
  /** The code of an error body, or null. */
  readonly errorCode: string | null
}

/** Sends a request to a port of 127.0.0.1; without a Host header of its own it names `localhost:PORT`. */
export function send(port: number, ask: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, ...ask.headers }
    const options = { host: '127.0.0.1', port, method: ask.method ?? 'GET', path: ask.path, headers, agent: false }
    const sent = request(options, (response) => {
      buffer(response).then((bytes) => {
        const { headers: got, statusCode: status = 0 } = response
        const text = bytes.toString('utf8')
        resolve({ status, headers: got, bytes, text, json: () => JSON.parse(text), errorCode: codeOf(text) })
      }, reject)
    })
    sent.on('error', reject)
    sent.end(ask.body)
  })
}

function codeOf(body: string): string | null {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: string } }
    return error?.code ?? null
  } catch {
    return null
  }
}
