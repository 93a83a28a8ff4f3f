import { expect, test } from 'vitest'
import { relayPaths } from './relay-paths.ts'

const leftToRelay = (path: string) => relayPaths.some((pattern) => pattern.test(path))

test.each(['/api/threads', '/rooms/thread:1', '/link', '/link?v=1', '/auth/callback', '/healthz', '/metrics?x'])(
  '%s goes to the network',
  (path) => expect(leftToRelay(path)).toBe(true),
)

test.each(['/', '/first', '/pair', '/recover', '/orbs/api', '/linked', '/a/link', '/?next=/api/', '/authors'])(
  '%s is answered with the shell',
  (path) => expect(leftToRelay(path)).toBe(false),
)
