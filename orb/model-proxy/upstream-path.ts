/**
 * The path and query that a request has at the upstream, without the key that is good here alone. Null where it is not
 * below the upstream's own path: the real key goes nowhere else.
 */
export function upstreamPath(url: string, upstream: URL, key: string): string | null {
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\')) return null
  const asked = URL.canParse(url, upstream.origin) ? new URL(url, upstream.origin) : null
  if (asked === null || asked.origin !== upstream.origin) return null
  // Dots are resolved by now, also those that were written as %2e.
  const base = upstream.pathname.replace(/\/$/, '')
  if (asked.pathname !== base && !asked.pathname.startsWith(`${base}/`)) return null
  // A server that takes %2f for a separator would resolve these, too.
  const segments = asked.pathname.replace(/%2e/gi, '.').split(/\/|%2f|%5c/i)
  if (segments.includes('..')) return null
  if (asked.searchParams.get('key') === key) asked.searchParams.delete('key')
  return asked.pathname + asked.search
}
