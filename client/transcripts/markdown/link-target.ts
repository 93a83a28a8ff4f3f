/** A link that may be offered: where it leads, and its host where the words do not say it. */
export interface LinkTarget {
  readonly href: string
  readonly host: string | null
}

/** Null for what must not be a link: other schemes than http, https and mailto, relative paths, and what is no address. */
export function linkTarget(href: string, words: string): LinkTarget | null {
  const url = URL.parse?.(href) ?? parse(href)
  if (url === null) return null
  if (url.protocol === 'mailto:') return { href: url.href, host: words.includes(url.pathname) ? null : url.pathname }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  // Only words that begin with the very host name it; "good.example.evil.test" does not name good.example.
  const named =
    words
      .trim()
      .replace(/^https?:\/\//, '')
      .split(/[/?#\s]/)[0] === url.host
  return { href: url.href, host: named ? null : url.host }
}

function parse(href: string): URL | null {
  try {
    return new URL(href)
  } catch {
    return null
  }
}
