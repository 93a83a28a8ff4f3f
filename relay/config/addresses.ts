import { isIP, isIPv4 } from 'node:net'
import type { Parsed } from './options.ts'

/** True for `localhost` and every address that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase()
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** The addresses to listen on for a configured host: `localhost` stands for both families. */
export function listenAddresses(host: string): readonly string[] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}

/** The origin of a public URL: https, or http with a name that only this machine has; nothing behind the port. */
export function parsePublicUrl(text: string): Parsed<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return { problem: 'is no address like https://perigee.example' }
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    return { problem: 'may hold nothing but scheme, name and port' }
  }
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:' && !isLoopbackHost(name) && !name.endsWith('.localhost')) {
    return { problem: 'is plain http, where browsers have no keys. Put a proxy with https before the relay' }
  }
  return { value: url.origin }
}

/** An address to listen on: `localhost`, or one of this machine's own; `0.0.0.0` and `::` mean all of them. */
export function parseHost(text: string): Parsed<string> {
  const host = text.toLowerCase()
  if (host === 'localhost' || isIP(host) !== 0) return { value: host }
  return { problem: 'is no IP address. Name localhost, an address of this machine, or 0.0.0.0 for all of them' }
}

/** The address or network of a proxy that is believed: `10.0.0.5`, `10.0.0.0/8`, `::1`. */
export function parseProxy(text: string): Parsed<string> {
  const [address = '', prefix, ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most)
  if (isIP(address) !== 0 && fits && more.length === 0) return { value: text.toLowerCase() }
  return { problem: 'is no address or network like 127.0.0.1 or 10.0.0.0/8' }
}

/** Where a program on this machine finds a relay that listens on an address: an open one is no address to dial. */
export function dialAddress(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
