import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { BUILT_IN } from '../adapters/built-in.ts'
import { insideWords } from './doctor-inside.ts'
import { nodeCheck } from './doctor.ts'
import { DEFAULT_PORT } from './defaults.ts'
import { diskWords, harnessWords, portCheck } from './doctor-machine.ts'
import { clockWords, httpsWords } from './doctor-relay.ts'

test.each([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.1.0', true],
  ['24.0.0', true],
])('Node %s is new enough: %s', (version, ok) => {
  expect(nodeCheck(version)).toMatchObject({ ok })
})

test('the oldest Node is the one that the package names', () => {
  const oldest = packageFile.engines.node.replace('>=', '')
  expect(nodeCheck(`${oldest}.0`).ok).toBe(true)
  const [major = 0, minor = 0] = oldest.split('.').map(Number)
  expect(nodeCheck(`${major}.${minor - 1}.0`).ok).toBe(false)
})

test('which agents can be answered from inside is said, and whether a shell without a network closes that', () => {
  expect(insideWords(BUILT_IN, null)).toMatchObject({ ok: true, says: expect.stringMatching(/^OpenCode: /) })
  expect(insideWords(BUILT_IN, null).help).toContain('--shell-network none')
  expect(insideWords(BUILT_IN, 'No namespaces.')).toMatchObject({
    ok: false,
    help: 'It cannot be closed here: No namespaces.',
  })
  const harmless = BUILT_IN.filter(({ trust }) => trust.localPorts.length === 0)
  expect(insideWords(harmless, 'No namespaces.')).toMatchObject({ ok: true, help: null })
})

test("a clock that is apart from the relay's has to be set first", () => {
  expect(clockWords(1_000_000, 1_030_000)).toMatchObject({ ok: true, help: null })
  expect(clockWords(1_000_000, 1_090_000)).toMatchObject({ ok: false, grave: true })
  expect(clockWords(1_000_000, 1_090_000).says).toContain('90 s apart')
  expect(clockWords(null, 1_090_000).ok).toBe(true)
})

test('an address that a phone refuses is told, with what to do', () => {
  expect(httpsWords('http://localhost:8737', true)).toMatchObject({ ok: false })
  expect(httpsWords('https://perigee.example.org', true)).toMatchObject({ ok: true, help: null })
  expect(httpsWords('https://perigee.example.org', false).help).toContain('/healthz')
})

test('a port that something else holds is told, with another one', async () => {
  const server = createServer()
  // Where another program of this machine holds it already, that is the case as well.
  await new Promise<void>((resolve) => server.once('error', () => resolve()).listen(DEFAULT_PORT, '127.0.0.1', resolve))
  expect(await portCheck(false)).toMatchObject({ ok: false, help: expect.stringContaining('--port') })
  server.close()
})

test('little room is told', () => {
  expect(diskWords(50 * 1024 ** 2, '/state')).toMatchObject({ ok: false, says: '0.0 GiB are free for /state.' })
  expect(diskWords(50 * 1024 ** 3, '/state')).toMatchObject({ ok: true, help: null })
})

test('agents are told with their versions, and what is missing with how to install it', () => {
  const [manifest] = BUILT_IN
  if (manifest === undefined) throw new Error('no adapter')
  const installed = { path: '/bin/agent', version: '9.9.9', tested: true, node: null }
  const words = (more: object) => harnessWords([{ manifest, installed: { ...installed, ...more } }])
  expect(words({})).toMatchObject({ ok: true, says: `Installed: ${manifest.title} 9.9.9.`, help: null })
  expect(words({ tested: false })).toMatchObject({
    ok: false,
    help: expect.stringContaining('adapters check') as unknown,
  })
  expect(words({ node: { version: '20.0.0', range: '>=22', fits: false } }).says).toContain('needs Node.js >=22')
  expect(words({ path: null })).toMatchObject({ ok: false, help: expect.stringContaining(manifest.install) as unknown })
})
