import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newRecoveryPhrase, recoveryKey } from '../../shared/devices/recovery.ts'
import { commandLineOf, perigee, stateFolder, talk, type Said, type Talk } from '../support/command-line.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { foundingEntry, makeDevice } from '../support/roster.ts'

// Each test starts a relay and up to ten commands, all processes of their own.
vi.setConfig({ testTimeout: 90_000 })

let relay: RelayProcess

beforeEach(async () => {
  relay = await startRelayProcess()
})
afterEach(() => relay.dispose())

interface Meeting {
  readonly owner: Talk
  readonly joining: Talk
  readonly joinerHome: string
  readonly matchNumber: string
  readonly choices: readonly string[]
  readonly way: { readonly url: string; readonly code: string }
}

/** An owner's command line and a new one, up to the three numbers. */
async function meet(ownerHome: string, by: 'url' | 'code', ...flags: string[]): Promise<Meeting> {
  const owner = talk(['invite', '--state', ownerHome, ...flags])
  const way = (await owner.next()) as unknown as Meeting['way']
  const joinerHome = stateFolder()
  const joining = talk(['pair', '-', '--state', joinerHome, ...(by === 'code' ? ['--relay', relay.url] : [])])
  joining.type(way[by])
  const { matchNumber } = await joining.next()
  const { choices } = (await owner.next()) as { choices: string[] }
  return { owner, joining, joinerHome, matchNumber: String(matchNumber), choices, way }
}

function devicesOf(home: string): Said['lines'] {
  return perigee(['devices', '--state', home, '--json']).lines
}

test('an unpaired relay gives its own user a code, and a paired one gives nobody any', async () => {
  const flags = ['pair', '--state', relay.state, '--port', String(relay.port)]
  const unpaired = perigee([...flags, '--json'])
  expect(unpaired.lines[0]).toMatchObject({ url: expect.stringMatching(/\/first#[A-Za-z0-9_-]{22}$/) as unknown })
  const words = perigee(flags)
  expect(words.stdout).toMatch(/Code {2}[2-9A-Z]{4}-[2-9A-Z]{4}\n/)
  expect(words.stderr).toContain('docs/deploy.md')
  await relay.owner()
  const paired = perigee([...flags, '--json'])
  expect(paired).toMatchObject({ status: 1, stdout: '' })
  expect(paired.stderr).toContain('perigee pair -')
})

test('a code is asked for with the local key alone', () => {
  const elsewhere = perigee(['pair', '--state', stateFolder(), '--port', String(relay.port)])
  expect(elsewhere).toMatchObject({ status: 1, stdout: '' })
  expect(elsewhere.stderr).toContain('Start a relay first')
})

test.each(['url', 'code'] as const)(
  'a new command line comes in by the %s, and the number that both show',
  async (by) => {
    const { home } = await commandLineOf(relay)
    const meeting = await meet(home, by, '--person', 'Bob', '--role', 'operator', '--orb', 'o1', '--expires', '7d')
    const { owner, joining, joinerHome, matchNumber, choices } = meeting
    expect(choices).toHaveLength(3)
    expect(choices).toContain(matchNumber)
    owner.type(matchNumber)
    const grants = [{ role: 'operator', scope: { kind: 'orb', orbId: 'o1' }, expiresAt: expect.any(Number) as number }]
    expect(await joining.next()).toMatchObject({ outcome: 'paired', personName: 'Bob', grants })
    expect(await joining.end).toMatchObject({ status: 0 })
    expect(await owner.end).toMatchObject({ status: 0 })
    const file = join(joinerHome, 'device', 'device.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(joinerHome, 'device')).mode & 0o777).toBe(0o700)
    const { deviceId } = JSON.parse(readFileSync(file, 'utf8')) as { deviceId: string }
    expect(devicesOf(home).map((one) => one['deviceId'])).toContain(deviceId)
    expect(perigee(['devices', '--state', joinerHome, '--json']).lines).toMatchObject([{ deviceId, personName: 'Bob' }])
  },
)

test('a wrong number burns the invitation', async () => {
  const { home } = await commandLineOf(relay)
  const { owner, joining, joinerHome, matchNumber, choices, way } = await meet(home, 'url')
  owner.type(choices.find((choice) => choice !== matchNumber) ?? '')
  expect(await owner.end).toMatchObject({ status: 1, stderr: expect.stringContaining('burned') as unknown })
  expect(await joining.end).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing was paired') as unknown,
  })
  expect(existsSync(join(joinerHome, 'device'))).toBe(false)
  const again = perigee(['pair', '-', '--state', stateFolder()], way.url + '\n')
  expect(again).toMatchObject({ status: 1, stdout: '' })
  // The first browser and this command line.
  expect(devicesOf(home)).toHaveLength(2)
})

test('an owner who answers nothing lets nobody in', async () => {
  const { home } = await commandLineOf(relay)
  const { owner, joining } = await meet(home, 'code')
  owner.type('none')
  expect(await owner.end).toMatchObject({ status: 1 })
  expect(await joining.end).toMatchObject({ status: 1 })
  expect(devicesOf(home)).toHaveLength(2)
})

test('a link that names another first owner is refused before anything is shown', async () => {
  const { home } = await commandLineOf(relay)
  const owner = talk(['invite', '--state', home])
  const { url } = (await owner.next()) as { url: string }
  const forged = url.replace(/\.[0-9a-f]{64}$/, '.' + 'a'.repeat(64))
  const joined = perigee(['pair', '-', '--state', stateFolder()], forged + '\n')
  expect(joined).toMatchObject({ status: 1, stdout: '' })
  expect(joined.stderr).toContain('another roster than the link names')
})

test('only an owner of everything invites', async () => {
  const bob = await relay.addPerson('Bob', [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }])
  const { home } = await commandLineOf(relay, bob.person)
  const refused = perigee(['invite', '--state', home])
  expect(refused).toMatchObject({ status: 1, stdout: '' })
})

test('a command line that is a device already stays one', async () => {
  const { home } = await commandLineOf(relay)
  const again = perigee(['pair', 'ABCD-EFGH', '--state', home])
  expect(again.status).toBe(1)
  expect(again.stderr).toContain('perigee sign-out')
})

test('a device that is revoked is refused at once', async () => {
  const one = await commandLineOf(relay)
  const other = await commandLineOf(relay)
  expect(perigee(['devices', 'revoke', other.deviceId, '--state', one.home])).toMatchObject({ status: 1 })
  expect(perigee(['inbox', '--state', other.home]).status).toBe(0)
  expect(perigee(['devices', 'revoke', other.deviceId, '--lost', '--state', one.home], 'y\n')).toMatchObject({
    status: 0,
  })
  expect(perigee(['inbox', '--state', other.home])).toMatchObject({ status: 1, stdout: '' })
  expect((await relay.roster()).devices.get(other.deviceId)?.revokedIn).not.toBeNull()
})

test('signing out revokes this command line and removes its key', async () => {
  const { home, deviceId } = await commandLineOf(relay)
  expect(perigee(['sign-out', '--state', home])).toMatchObject({ status: 1, stdout: 'Nothing was changed.\n' })
  expect(perigee(['sign-out', '--state', home, '--yes'])).toMatchObject({ status: 0 })
  expect(existsSync(join(home, 'device', 'device.json'))).toBe(false)
  expect((await relay.roster()).devices.get(deviceId)?.revokedIn).not.toBeNull()
  expect(perigee(['inbox', '--state', home]).stderr).toContain('no device yet')
})

test('somebody without the right to govern can sign out, too', async () => {
  const bob = await relay.addPerson('Bob', [{ role: 'observer', scope: { kind: 'all' }, expiresAt: null }])
  const { home, deviceId } = await commandLineOf(relay, bob.person)
  expect(perigee(['sign-out', '--state', home, '--yes'])).toMatchObject({ status: 0 })
  expect((await relay.roster()).devices.get(deviceId)?.revokedIn).not.toBeNull()
})

test('a relay that shows another roster than it did is told, and nothing is signed', async () => {
  const { home } = await commandLineOf(relay)
  const file = join(home, 'device', 'device.json')
  const known = JSON.parse(readFileSync(file, 'utf8')) as { seen: { version: number } }
  expect(known.seen.version).toBe(0)
  expect(perigee(['devices', '--state', home]).status).toBe(0)
  const after = JSON.parse(readFileSync(file, 'utf8')) as { seen: { version: number; hash: string } }
  expect(after.seen.version).toBe(1)

  writeFileSync(file, JSON.stringify({ ...after, founding: 'a'.repeat(64) }))
  const otherOwner = perigee(['devices', '--state', home])
  expect(otherOwner).toMatchObject({ status: 1, stdout: '' })
  expect(otherOwner.stderr).toContain('another roster than the one that this command line was paired with')
  for (const seen of [
    { version: 7, hash: after.seen.hash },
    { version: 1, hash: 'b'.repeat(64) },
  ]) {
    writeFileSync(file, JSON.stringify({ ...after, seen }))
    const rolledBack = perigee(['devices', '--state', home])
    expect(rolledBack).toMatchObject({ status: 1, stdout: '' })
    expect(rolledBack.stderr).toContain(`has seen version ${seen.version}`)
  }
})

test('the recovery phrase alone brings an owner back, once', async () => {
  const phrase = newRecoveryPhrase()
  const lost = await makeDevice()
  const entry = await foundingEntry(lost, { key: recoveryKey(phrase).key, sign: () => Promise.reject(new Error()) })
  const secret = relay.pairing?.path.replace('/first#', '') ?? ''
  const founded = await relay.ask({
    method: 'POST',
    path: '/api/pairing/first',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ proof: { secret }, entry }),
  })
  expect(founded.status).toBeLessThan(300)

  const home = stateFolder()
  const flags = ['recover', '--state', home, '--relay', relay.url, '--yes', '--json']
  expect(perigee(flags, 'these are no words\n')).toMatchObject({ status: 2, stdout: '' })
  const other = perigee(flags, newRecoveryPhrase() + '\n')
  expect(other).toMatchObject({ status: 1 })
  expect(existsSync(join(home, 'device'))).toBe(false)

  const recovered = perigee(flags, phrase.toUpperCase() + '\n')
  expect(recovered).toMatchObject({ status: 0, lines: [{}, { outcome: 'recovered' }] })
  expect(recovered.stdout + recovered.stderr).not.toContain(phrase)
  expect(devicesOf(home).map((one) => one['deviceId'])).toEqual([recovered.lines[1]?.['deviceId']])

  // The phrase is spent, and the next one counts.
  expect(perigee(['recover', '--state', stateFolder(), '--relay', relay.url, '--yes'], phrase + '\n').status).toBe(1)
  const next = String(recovered.lines[0]?.['nextPhrase'])
  const again = perigee(['recover', '--state', stateFolder(), '--relay', relay.url, '--yes'], next + '\n')
  expect(again.status).toBe(0)
  expect(perigee(['inbox', '--state', home]).status).toBe(1)
})
