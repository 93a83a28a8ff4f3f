import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { RelayEnv } from '../services.ts'
import { errorResponse } from './errors.ts'
import { createShell } from './shell.ts'

function folder(files: Record<string, string> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'perigee-shell-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  mkdirSync(join(path, 'assets'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

function served(clientDir: string) {
  const shell = createShell(clientDir)
  const app = new Hono<RelayEnv>()
  app.get('/*', (c) => shell(c))
  app.onError((error, c) => errorResponse(error, c, pino({ level: 'silent' })))
  return async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(path, { headers })
    return { status: response.status, text: await response.text(), caching: response.headers.get('cache-control') }
  }
}

const NAVIGATION = { 'sec-fetch-mode': 'navigate' }
const BUILT = { 'index.html': '<p>app', 'sw.js': '//', 'manifest.webmanifest': '{}', 'assets/main-B4x.js': '1' }

test.each([
  ['/assets/main-B4x.js', 'public, max-age=31536000, immutable'],
  ['/', 'no-cache'],
  ['/index.html', 'no-cache'],
  ['/sw.js', 'no-cache'],
  ['/manifest.webmanifest', 'no-cache'],
])('%s is kept by browsers as %s', async (path, caching) => {
  expect(await served(folder(BUILT))(path)).toMatchObject({ status: 200, caching })
})

test.each(['/start', '/orbs/one', '/orbs/one/threads/two', '/linked', '/apis'])(
  'a navigation to %s gets the shell, anything else nothing',
  async (path) => {
    const ask = served(folder(BUILT))
    expect(await ask(path, NAVIGATION)).toEqual({ status: 200, text: '<p>app', caching: 'no-cache' })
    expect((await ask(path, { accept: 'text/html,*/*' })).status).toBe(200)
    expect((await ask(path, { accept: '*/*' })).status).toBe(404)
  },
)

test.each(['/api', '/api/nothing', '/auth/callback', '/rooms/x', '/link', '/link/x', '/healthz/x', '/metrics/x'])(
  'a navigation to %s never gets the shell',
  async (path) => {
    const { status, text } = await served(folder(BUILT))(path, NAVIGATION)
    expect(status).toBe(404)
    expect(text).not.toContain('app')
  },
)

test('without a build a page says what to do, and the build is found when it comes', async () => {
  const path = folder()
  const ask = served(path)
  const before = await ask('/', NAVIGATION)
  expect(before.status).toBe(503)
  expect(before.text).toContain('npm run build')
  expect((await ask('/sw.js')).status).toBe(404)
  writeFileSync(join(path, 'index.html'), '<p>app')
  expect(await ask('/', NAVIGATION)).toMatchObject({ status: 200, text: '<p>app' })
})

test('a compressed copy goes to who takes it, of the page and of its parts, and to nobody else', async () => {
  const shell = createShell(folder({ ...BUILT, 'index.html.br': 'packed', 'assets/main-B4x.js.br': 'packed' }))
  const app = new Hono<RelayEnv>().get('/*', (c) => shell(c))
  for (const path of ['/orbs/one', '/assets/main-B4x.js']) {
    const taken = await app.request(path, { headers: { ...NAVIGATION, 'accept-encoding': 'gzip, br' } })
    expect([await taken.text(), taken.headers.get('content-encoding')]).toEqual(['packed', 'br'])
    expect(taken.headers.get('vary')).toBe('Accept-Encoding')
    const plain = await app.request(path, { headers: { ...NAVIGATION, 'accept-encoding': 'gzip' } })
    expect([(await plain.text()) !== 'packed', plain.headers.get('content-encoding')]).toEqual([true, null])
  }
})
