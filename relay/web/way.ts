import type { RelayContext } from '../services.ts'
import { limitKey, type Way } from './peers.ts'

/** Where a request came from, as far as it can be believed. */
export function addressOf(c: RelayContext): string {
  return c.var.services.peers.addressOf(wayOf(c))
}

/** What limits per address count a request by. */
export function limitKeyOf(c: RelayContext): string {
  return limitKey(addressOf(c))
}

/** True where the page that asks was loaded over https: its host is reached by that alone, and no proxy of ours denies it. */
export function isSecure(c: RelayContext): boolean {
  const { access, peers } = c.var.services
  const host = c.req.header('host')?.toLowerCase() ?? ''
  return access.secureHosts.has(host) && (peers.schemeOf(wayOf(c)) ?? 'https') === 'https'
}

function wayOf(c: RelayContext): Way {
  return {
    remote: c.env.incoming.socket.remoteAddress ?? 'unknown',
    forwardedFor: c.req.header('x-forwarded-for'),
    forwardedProto: c.req.header('x-forwarded-proto'),
  }
}
