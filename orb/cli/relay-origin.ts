import { DEFAULT_PORT } from './defaults.ts'
import { UsageError } from './usage.ts'

/** The relay on this machine, where none is named. */
export const LOCAL_RELAY = `http://localhost:${DEFAULT_PORT}`

/**
 * A relay's origin as it was typed: https, or http for this machine alone, since what the relay says is not for others.
 * @throws UsageError for anything else
 */
export function relayOrigin(typed: string, named = '--relay'): string {
  const url = URL.canParse(typed) ? new URL(typed) : null
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url === null || !isOrigin || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${named} is "${typed}"; it has to look like https://perigee.example.org.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(`${named} is "${typed}": http is for this machine alone. Use the relay's https address.`)
  }
  return url.origin
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
