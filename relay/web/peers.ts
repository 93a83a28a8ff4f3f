import { BlockList, isIP, isIPv4 } from 'node:net'

/** What a request says of the way it came, and who brought it. */
export interface Way {
  /** The other end of the connection. */
  readonly remote: string
  readonly forwardedFor: string | undefined
  readonly forwardedProto: string | undefined
}

/** Knows which peers are our own proxies: theirs are the only forwarded headers that are believed. */
export interface Peers {
  /** Where a request came from: the newest address that no proxy of ours has. */
  addressOf(way: Way): string
  /** The scheme that a proxy of ours was asked by; null where none of ours says so. */
  schemeOf(way: Way): string | null
}

/** `trusted`: addresses, or networks like `10.0.0.0/8`, that were checked before. */
export function createPeers(trusted: readonly string[]): Peers {
  const proxies = new BlockList()
  for (const text of trusted) {
    const [address = '', prefix] = text.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  const isProxy = (address: string): boolean =>
    isIP(address) !== 0 && proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

  return {
    addressOf({ remote, forwardedFor }) {
      let address = plain(remote)
      // Each proxy appends whom it heard from, so only what stands right of the first stranger is true.
      const said = (forwardedFor ?? '').split(',').map((part) => plain(part.trim()))
      while (isProxy(address)) {
        const before = said.pop()
        if (before === undefined || isIP(before) === 0) break
        address = before
      }
      return address
    },
    schemeOf({ remote, forwardedProto }) {
      if (forwardedProto === undefined || !isProxy(plain(remote))) return null
      return forwardedProto.split(',').at(-1)?.trim().toLowerCase() ?? null
    },
  }
}

/** What limits count by: an IPv4 address, or the /64 network of an IPv6 one, which one household or server has. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}

/** An IPv4 address that came over an IPv6 socket, as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
