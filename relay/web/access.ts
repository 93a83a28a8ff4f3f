/** Under which names this relay may be addressed, and from which pages it may be used. */
export interface Access {
  /** Exact values of the Host header, lower case. */
  readonly hosts: ReadonlySet<string>
  /** Exact values of the Origin header. */
  readonly origins: ReadonlySet<string>
  /** Those of the hosts that are reached over https alone. */
  readonly secureHosts: ReadonlySet<string>
  /** The first https origin that was configured: what a phone can open. */
  readonly publicUrl: string | null
}

/**
 * The names of a relay on loopback, and its public URLs. A page of any other site fails the Origin check; a name
 * that was made to point at this machine (DNS rebinding) fails the Host check. A configured address is no name, so
 * programs may use it; a page of it would have no keys, so none is let in.
 */
export function accessFor(port: number, host: string, publicUrls: readonly string[]): Access {
  const pages = ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`))
  const own = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (own.hostname.startsWith('127.')) pages.push(own)
  // URL drops the port where it is the scheme's own, as browsers do in both headers.
  for (const text of publicUrls) pages.push(new URL(text))
  const origins = new Set(pages.map((url) => url.origin))
  const hosts = new Set([own, ...pages].map((url) => url.host))
  return {
    hosts,
    origins,
    secureHosts: new Set([...hosts].filter((name) => !origins.has('http://' + name) && origins.has('https://' + name))),
    publicUrl: publicUrls.find((text) => text.startsWith('https:')) ?? null,
  }
}

/** True where the request names this relay. A missing or doubled Host never does. */
export function isOwnHost(access: Access, host: string | undefined): boolean {
  return host !== undefined && access.hosts.has(host.toLowerCase())
}

/** True where a page of this relay sent the request. A missing Origin never does. */
export function isOwnOrigin(access: Access, origin: string | undefined): boolean {
  return origin !== undefined && access.origins.has(origin)
}
