/** Under which names this relay may be addressed, and from which pages it may be used. */
export interface Access {
  /** Exact values of the Host header, lower case. */
  readonly hosts: ReadonlySet<string>
  /** Exact values of the Origin header. */
  readonly origins: ReadonlySet<string>
}

/**
 * The names of a relay on loopback, and its public URLs. A page of any other site fails the Origin check; a name
 * that was made to point at this machine (DNS rebinding) fails the Host check.
 */
export function accessFor(port: number, host: string, publicUrls: readonly string[]): Access {
  const names = ['localhost', '127.0.0.1', '[::1]']
  const own = host.includes(':') ? `[${host}]` : host
  if (!names.includes(own)) names.push(own)
  // URL drops the port where it is the scheme's own, as browsers do in both headers.
  const urls = [...names.map((name) => `http://${name}:${port}`), ...publicUrls].map((text) => new URL(text))
  return { hosts: new Set(urls.map((url) => url.host)), origins: new Set(urls.map((url) => url.origin)) }
}

/** True where the request names this relay. A missing or doubled Host never does. */
export function isOwnHost(access: Access, host: string | undefined): boolean {
  return host !== undefined && access.hosts.has(host.toLowerCase())
}

/** True where a page of this relay sent the request. A missing Origin never does. */
export function isOwnOrigin(access: Access, origin: string | undefined): boolean {
  return origin !== undefined && access.origins.has(origin)
}
