import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { helpText } from './help.ts'
import { OPTIONS, type RelayConfig } from './options.ts'
import { readConfig } from './read-config.ts'

function stateFolder(file?: string): string {
  const state = mkdtempSync(join(tmpdir(), 'perigee-config-'))
  onTestFinished(() => rmSync(state, { recursive: true }))
  mkdirSync(join(state, 'relay'))
  if (file !== undefined) writeFileSync(join(state, 'relay', 'config.json'), file)
  return state
}

function configOf(args: string[], env: NodeJS.ProcessEnv = {}): RelayConfig {
  const read = readConfig(args, env)
  if (read.outcome !== 'ok') throw new Error(JSON.stringify(read))
  return read.config
}

function problemsOf(args: string[], env: NodeJS.ProcessEnv = {}): readonly string[] {
  const read = readConfig(args, env)
  return read.outcome === 'bad' ? read.problems : []
}

test('without any word the relay runs on loopback with its defaults', () => {
  const config = configOf([], { PERIGEE_HOME: stateFolder() })
  expect(config).toMatchObject({ port: 8737, host: 'localhost', publicUrls: [], logLevel: 'info', json: false })
})

test('a flag wins over the environment, the environment over the file', () => {
  const state = stateFolder('{"port": 1001, "logLevel": "debug", "minFreeBytes": 7}')
  const env = { PERIGEE_PORT: '1002', PERIGEE_LOG_LEVEL: 'warn' }
  expect(configOf(['--state', state, '--port=1003'], env)).toMatchObject({
    port: 1003,
    logLevel: 'warn',
    minFreeBytes: 7,
  })
})

test('public URLs come from repeated flags, a list in the environment, or an array in the file', () => {
  const both = ['http://localhost:5173', 'https://app.localhost']
  const state = stateFolder(JSON.stringify({ publicUrls: both }))
  expect(configOf(['--state', state]).publicUrls).toEqual(both)
  expect(configOf(['--state', state], { PERIGEE_PUBLIC_URL: both.join(', ') }).publicUrls).toEqual(both)
  expect(configOf(['--state', state, ...both.flatMap((url) => ['--public-url', url])]).publicUrls).toEqual(both)
})

test('a phone reaches the relay under a public https address, through proxies that are named', () => {
  const args = ['--public-url', 'https://perigee.example', '--trust-proxy', '127.0.0.1', '--trust-proxy', 'fd00::/8']
  expect(configOf(args, { PERIGEE_HOME: stateFolder() })).toMatchObject({
    publicUrls: ['https://perigee.example'],
    trustedProxies: ['127.0.0.1', 'fd00::/8'],
  })
})

test('every problem is told at once, each with where it came from', () => {
  const state = stateFolder('{"port": "soon", "ports": 1}')
  const env = { PERIGEE_MIN_FREE_BYTES: '-1' }
  const file = join(state, 'relay', 'config.json')
  expect(
    problemsOf(['--state', state, '--host', 'perigee.example', '--log-level', 'loud', '--speed', 'now'], env),
  ).toEqual([
    '--speed is not an option of the relay; see --help.',
    '"now" is not an option; see --help.',
    `${file}: "ports" is not a setting.`,
    `"port" in ${file}: "soon" is not a whole number from 0 to 65535.`,
    '--host: "perigee.example" is no IP address. Name localhost, an address of this machine, or 0.0.0.0 for all of them.',
    '--log-level: "loud" is none of silent, fatal, error, warn, info, debug, trace.',
    'PERIGEE_MIN_FREE_BYTES: "-1" is not a whole number from 0 to 9007199254740991.',
  ])
})

test.each([
  [['--port'], '--port needs a value.'],
  [['--port', '1', '--port', '2'], '--port: "1 2" is given more than once.'],
  [['--port', '65536'], '--port: "65536" is not a whole number from 0 to 65535.'],
  [['--port', '0x10'], '--port: "0x10" is not a whole number from 0 to 65535.'],
  [['--host', '127.evil.example'], /no IP address/],
  [['--public-url', 'http://perigee.example'], /plain http/],
  [['--public-url', 'https://perigee.example', '--public-url', 'http://192.168.1.4:8737'], /plain http/],
  [['--trust-proxy', 'caddy'], /no address or network/],
  [['--trust-proxy', '10.0.0.0/33'], /no address or network/],
  [['--trust-proxy', '10.0.0.0/8/8'], /no address or network/],
  [['--trust-orb-key', 'B' + 'A'.repeat(85)], /no public key/],
  [['--public-url', 'http://localhost:1/app'], /nothing but scheme, name and port/],
  [['--public-url', 'ftp://localhost'], /no address/],
  [['--public-url', 'http://me:secret@localhost'], /nothing but scheme/],
] as const)('%j is refused with a sentence', (args, sentence) => {
  const problems = problemsOf([...args], { PERIGEE_HOME: stateFolder() })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(sentence)
})

test.each(['localhost', '127.0.0.1', '::1', '192.168.1.4', '0.0.0.0', '::'])('%s can be listened on', (host) => {
  expect(configOf(['--host', host], { PERIGEE_HOME: stateFolder() }).host).toBe(host)
})

test.each(['{', '[]', '"port"'])('a config.json that holds %s is a problem and no crash', (text) => {
  expect(problemsOf(['--state', stateFolder(text)])).toHaveLength(1)
})

test('--help names every option and every variable', () => {
  const help = helpText()
  for (const option of Object.values(OPTIONS)) {
    expect(help).toContain('--' + option.flag)
    expect(help).toContain(option.env ?? '')
  }
  expect(readConfig(['--port', 'x', '-h'], {})).toEqual({ outcome: 'help' })
})
