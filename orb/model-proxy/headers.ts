import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** How a key travels. */
export type KeyHeader = 'authorization' | 'x-api-key' | 'x-goog-api-key'

const KEY_HEADERS: readonly KeyHeader[] = ['authorization', 'x-api-key', 'x-goog-api-key']

/** What belongs to one connection alone (RFC 9110, 7.6.1), and what would tell where a request comes from. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
])

/** Every key that a request carries: in a header, or as Gemini's `key` in the query. */
export function carriedKeys(headers: IncomingHttpHeaders, url: string): string[] {
  const found: string[] = []
  for (const name of KEY_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string') found.push(name === 'authorization' ? value.replace(/^Bearer\s+/i, '') : value)
  }
  const query = new URLSearchParams(url.split('?')[1] ?? '').get('key')
  return query === null ? found : [...found, query]
}

/** Headers that are passed on, either way. */
export function forwardedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.has(name) && !named.has(name)))
}

/** The same headers with the real key in place of any other. */
export function withKey(headers: OutgoingHttpHeaders, header: KeyHeader, key: string): OutgoingHttpHeaders {
  const rest = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !(KEY_HEADERS as readonly string[]).includes(name)),
  )
  return { ...rest, [header]: header === 'authorization' ? `Bearer ${key}` : key }
}
