import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { whyNot } from '../support/agent-place.ts'
import { perigee, stateFolder } from '../support/command-line.ts'
import { startRelayProcess } from '../support/relay-process.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly says: string
  readonly help: string | null
}

function checksOf(lines: readonly Record<string, unknown>[]): Map<string, Check> {
  const [line = {}] = lines
  return new Map((line['checks'] as Check[]).map((check) => [check.name, check]))
}

test('the doctor says what an orb would take, and that the relay answers', async () => {
  const relay = await startRelayProcess()
  onTestFinished(() => relay.dispose())
  const { status, lines } = perigee(['doctor', '--state', relay.state, '--relay', relay.url, '--json'])
  expect(status).toBe(0)
  const checks = checksOf(lines)
  expect([...checks.keys()]).toEqual([
    'node',
    'namespace',
    'uid',
    'state',
    'inside',
    'relay',
    'https',
    'clock',
    'port',
    'disk',
    'agents',
  ])
  expect(checks.get('https')).toMatchObject({ ok: false, help: expect.stringContaining('docs/deploy.md') as unknown })
  expect(checks.get('clock')).toMatchObject({ ok: true, says: "The clock agrees with the relay's." })

  for (const name of ['node', 'state', 'relay']) expect(checks.get(name), name).toMatchObject({ ok: true, help: null })
  const why = whyNot('namespace')
  expect(checks.get('namespace')).toMatchObject({ ok: why === null })
  if (why === null) expect(lines).toMatchObject([{ isolation: 'namespace' }])
})

test('the doctor says how to close a folder with keys that others may look into, and ends with 1', () => {
  const state = stateFolder()
  for (const folder of ['relay', 'orbs/web']) mkdirSync(join(state, folder), { recursive: true, mode: 0o700 })
  chmodSync(join(state, 'orbs/web'), 0o755)
  const { status, lines, stdout } = perigee(['doctor', '--state', state, '--relay', 'http://localhost:9', '--json'])
  expect(status).toBe(1)
  expect(checksOf(lines).get('state')).toMatchObject({ ok: false, help: `chmod 700 ${join(state, 'orbs/web')}` })
  expect(checksOf(lines).get('relay')).toMatchObject({ ok: false, says: 'No relay answers at http://localhost:9.' })
  expect(stdout).not.toContain(join(state, 'relay'))
})

test('a user that is not there is told, with the way to make it', () => {
  const { lines } = perigee(['doctor', '--state', stateFolder(), '--user', 'nobody-of-this-name', '--json'])
  const check = checksOf(lines).get('uid')
  expect(check).toMatchObject({ ok: false })
  expect(check?.says).toMatch(process.getuid?.() === 0 ? /nobody-of-this-name/ : /Only root/)
})

test('without --json the doctor speaks in sentences, the choice last', () => {
  const { stdout, status } = perigee(['doctor', '--state', stateFolder(), '--relay', 'http://localhost:9'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^ok {2}node {6}This is Node \d+\.\d+\.\d+\.$/m)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^An orb takes "(namespace|uid|none)" here\. .+\.$/)
})
