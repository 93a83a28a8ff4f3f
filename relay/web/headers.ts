import type { MiddlewareHandler } from 'hono'
import type { RelayEnv } from '../services.ts'
import { isSecure } from './way.ts'

/**
 * What a page of the relay may do. Everything comes from the relay itself; text becomes markup only through the two
 * named policies: `solid` makes the app's own compiled templates, `app-sw` admits the one worker address.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types solid app-sw',
].join('; ')

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** For bytes that somebody else made: no browser may run, frame or take them for anything else than bytes. */
export const HARMLESS = { 'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'" }

/** Two years. Subdomains are others' business. */
const ONLY_HTTPS = 'max-age=63072000'

/** Puts the security headers on every answer, and `no-store` on each that says nothing of caching itself. */
export function securityHeaders(): MiddlewareHandler<RelayEnv> {
  return async (c, next) => {
    await next()
    // What others made is answered under a policy that allows nothing at all.
    const own = c.res.headers.get('Content-Security-Policy')
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value)
    if (own?.startsWith('sandbox;') === true) c.res.headers.set('Content-Security-Policy', own)
    if (isSecure(c)) c.res.headers.set('Strict-Transport-Security', ONLY_HTTPS)
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  }
}
