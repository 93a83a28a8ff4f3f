import { expect, test } from 'vitest'
import { pathFlag } from './path-flag.ts'

test.each([
  ['package-lock.json', 'lockfile'],
  ['deep/down/Cargo.lock', 'lockfile'],
  ['.github/workflows/ci.yml', 'pipeline'],
  ['.ci/run', 'pipeline'],
  ['app/.env.production', 'secrets'],
  ['/home/me/.ssh/config', 'secrets'],
  ['certs/server.key', 'secrets'],
  ['.git/hooks/pre-commit', 'hook'],
  ['C:\\repo\\.husky\\pre-push', 'hook'],
  ['AGENTS.md', 'instructions'],
  ['.claude/settings.json', 'instructions'],
  ['src/environment.ts', null],
  ['src/keyboard.ts', null],
  ['docs/agents.md.txt', null],
])('%s is flagged as %s', (path, flag) => {
  expect(pathFlag(path)).toBe(flag)
})
