import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RelayContext } from '../services.ts'

/** Addresses that are the relay's or an operator's proxy's: never answered with the app's shell. */
const RESERVED = /^\/(?:api|rooms|link|auth|healthz|metrics)(?:\/|$)/

/** Names with a hash in them never change; all others must be asked for again, the worker above all. */
const HASHED = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

type Serve = ReturnType<typeof serveStatic>

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Perigee</title>
<p>The relay runs, but the app is not built. Run <code>npm run build</code>, then load this page again.</p>
</html>`

/** GET anything else: the app's files. */
export function getShell(c: RelayContext): Promise<Response> {
  return c.var.services.shell(c)
}

/**
 * Serves the app from a folder, a brotli copy where one lies beside a file. Every address that a person can navigate to
 * gets the shell, which routes itself.
 */
export function createShell(clientDir: string): (c: RelayContext) => Promise<Response> {
  const index = join(clientDir, 'index.html')
  const notFound = () => new PerigeeError('not-found', 'There is nothing at this address.')
  let built: { readonly files: Serve; readonly shell: Serve } | null = null

  return async (c) => {
    if (RESERVED.test(c.req.path)) throw notFound()
    // A build may come, or come again, while the relay runs.
    if (built === null && existsSync(index)) {
      const precompressed = true
      built = {
        files: serveStatic({ root: clientDir, precompressed }),
        shell: serveStatic({ path: index, precompressed }),
      }
    }
    const caching = c.req.path.startsWith('/assets/') ? HASHED : ASK_AGAIN
    const found = built === null ? null : await respond(built.files, c, caching)
    if (found !== null) return found
    if (!isNavigation(c)) throw notFound()
    return (built === null ? null : await respond(built.shell, c, ASK_AGAIN)) ?? c.html(NOT_BUILT, 503)
  }
}

function isNavigation(c: Context): boolean {
  return c.req.header('sec-fetch-mode') === 'navigate' || (c.req.header('accept') ?? '').includes('text/html')
}

async function respond(serve: Serve, c: Context, caching: string): Promise<Response | null> {
  const response = await serve(c, async () => undefined)
  if (!(response instanceof Response)) return null
  response.headers.set('Cache-Control', caching)
  return response
}
