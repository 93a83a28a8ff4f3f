import { isIPv4 } from 'node:net'
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

/** The origin of a public URL: http or https, a loopback name, nothing behind the port. */
export function parsePublicUrl(text: string): Parsed<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return { problem: 'is no address like http://localhost:5173' }
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    return { problem: 'may hold nothing but scheme, name and port' }
  }
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (!isLoopbackHost(name) && !name.endsWith('.localhost')) {
    return { problem: 'is not on this machine. Names of other machines come with paired devices' }
  }
  return { value: url.origin }
}
