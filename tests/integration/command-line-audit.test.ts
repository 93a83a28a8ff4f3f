import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLineOf, perigee, stateFolder } from '../support/command-line.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'

let relay: RelayProcess
let home: string

beforeAll(async () => {
  relay = await startRelayProcess()
  await relay.addPerson('Bob', [{ role: 'observer', scope: { kind: 'all' }, expiresAt: null }])
  ;({ home } = await commandLineOf(relay))
})
afterAll(() => relay.dispose())

test('a log is exported and checked, by a device and by the local key', () => {
  const asDevice = perigee(['audit', 'export', '--state', home])
  const asLocal = perigee(['audit', 'export', '--state', relay.state, '--port', String(relay.port)])
  expect(asDevice.status).toBe(0)
  expect(asLocal.stdout).toBe(asDevice.stdout)
  const checked = perigee(['audit', 'verify', '--state', home])
  expect(checked).toMatchObject({ status: 0 })
  expect(checked.stdout).toMatch(/^The log holds: \d+ rows, 0 signed decisions, 3 entries of the roster\.\nHead \d+:/)
})

test('a changed line is found, and so is a log that was cut or begins with somebody else', () => {
  const { stdout } = perigee(['audit', 'export', '--state', home])
  const file = join(stateFolder(), 'log.jsonl')
  const check = (text: string, ...flags: string[]) => {
    writeFileSync(file, text)
    return perigee(['audit', 'verify', file, '--state', home, '--json', ...flags])
  }
  const whole = check(stdout)
  expect(whole).toMatchObject({ status: 0, lines: [{ outcome: 'whole' }] })
  const [found] = whole.lines as [{ head: { id: number; hash: string } }]
  const { id, hash } = found.head
  const lines = stdout.trimEnd().split('\n')

  const changed = lines.map((line) => (line.includes('"row"') ? line.replace(/"at":(\d+)\d/, '"at":$10') : line))
  expect(check(changed.join('\n'))).toMatchObject({ status: 1, lines: [{ outcome: 'broken', problem: 'hash' }] })
  const renamed = stdout.replace('"name":"Bob"', '"name":"Eve"')
  expect(check(renamed)).toMatchObject({ status: 1, lines: [{ outcome: 'broken', problem: 'roster-chain' }] })
  const head = ['--head', `${id}:${hash}`]
  expect(check(stdout, ...head)).toMatchObject({ status: 0, lines: [{ endKnown: true }] })
  const cut = check(lines.slice(0, -1).join('\n'), ...head)
  expect(cut.status).toBe(1)
  const other = check(stdout, '--founding', 'a'.repeat(64))
  expect(other).toMatchObject({ status: 1, lines: [{ problem: 'founding' }] })
  expect(check(stdout + '{"row":1}\n').stderr).toContain(`Line ${lines.length + 1} is no line of an exported log.`)
})

test('the log is for owners', async () => {
  const bob = await relay.addPerson('Eve', [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }])
  const eve = await commandLineOf(relay, bob.person)
  expect(perigee(['audit', 'export', '--state', eve.home])).toMatchObject({ status: 1, stdout: '' })
})
