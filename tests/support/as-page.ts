import type { Answer } from './http.ts'
import type { RelayProcess } from './relay-process.ts'

/** Asks as a page that nobody is signed in on. `more`: headers beside those that such a page sends. */
export function asPage(relay: RelayProcess, method: string, path: string, body?: unknown, more = {}): Promise<Answer> {
  const headers = { origin: relay.url, 'content-type': 'application/json', ...more }
  return relay.ask({ method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}
