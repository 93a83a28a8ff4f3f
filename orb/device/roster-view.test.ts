import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { foldRoster } from '../../shared/devices/roster.ts'
import { entryHash, entryText, type RosterChange, type RosterEntry } from '../../shared/devices/roster-entry.ts'
import { readOwnDevice, type OwnDevice } from './device-file.ts'
import { makeDeviceKey, type DeviceKey } from './device-key.ts'
import { RelayClient } from './relay-client.ts'
import { appendChange, readRoster } from './roster-view.ts'
import { falseRelay } from './testing/false-relay.ts'

const PERSON = {
  personId: 'ada',
  name: 'Ada',
  grants: [{ role: 'owner' as const, scope: { kind: 'all' as const }, expiresAt: null }],
}

let key: DeviceKey
let home: string
/** What the relay shows. */
let entries: RosterEntry[]
/** Asked before an entry is taken: what is put in front of it. */
let before: () => Promise<RosterEntry | null>
let client: RelayClient

async function signed(change: RosterChange, at = entries.length): Promise<RosterEntry> {
  const last = entries[at - 1]
  const previous = last === undefined ? null : await entryHash(last)
  const unsigned = { version: at, previous, at: 1, by: 'd1', change }
  return { ...unsigned, signature: await key.sign(entryText(unsigned)) }
}

const rename = (name: string): RosterChange => ({ kind: 'person.set', person: { ...PERSON, name } })

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'perigee-roster-'))
  key = await makeDeviceKey()
  const publicKey = { alg: 'p256' as const, point: key.point }
  const device = { deviceId: 'd1', name: 'Laptop', personId: 'ada', kind: 'browser' as const, account: null }
  entries = []
  const founds = { kind: 'found' as const, person: PERSON, recoveryKey: publicKey, party: null }
  entries = [await signed({ ...founds, device: { ...device, key: publicKey } })]
  before = () => Promise.resolve(null)
  const take = async (entry: RosterEntry): Promise<unknown> => {
    const first = await before()
    if (first !== null) entries.push(first)
    const taken = await foldRoster([...entries, entry])
    const head = { version: entries.length, hash: 'f'.repeat(64) }
    if (taken.outcome === 'refused') return { outcome: 'conflict', ...head }
    entries.push(entry)
    return { outcome: 'appended', ...head }
  }
  const relay = await falseRelay((method, _path, body) =>
    method === 'GET' ? { entries } : take((body as { entry: RosterEntry }).entry),
  )
  const founding = await entryHash(entries[0] as RosterEntry)
  const seen = { version: 0, hash: founding }
  client = new RelayClient({ deviceId: 'd1', deviceName: 'Laptop', relay, founding, seen, account: null, key })
  onTestFinished(() => rmSync(home, { recursive: true }))
})

test('an entry is signed again where another one came first', async () => {
  let isFirst = true
  before = async () => {
    if (!isFirst) return null
    isFirst = false
    return signed(rename('Eve'))
  }
  const stoodOn: string[] = []
  const after = await appendChange(client, home, (roster) => {
    stoodOn.push(roster.people.get('ada')?.name ?? '')
    return rename('Bob')
  })
  expect(stoodOn).toEqual(['Ada', 'Eve'])
  expect(after).toMatchObject({ version: 2 })
  expect(entries).toHaveLength(3)
})

test('a relay that goes back behind what it showed is told, by a later call too', async () => {
  entries.push(await signed(rename('Bob')))
  await readRoster(client, home)
  entries.pop()
  const later = new RelayClient((await readOwnDevice(home)) as OwnDevice)
  await expect(readRoster(later, home)).rejects.toThrow('has seen version 1')
  entries.push(await signed(rename('Eve')))
  await expect(readRoster(later, home)).rejects.toThrow('has seen version 1')
})

test('a roster with an entry that nobody signed is refused, and nothing is kept of it', async () => {
  const entry = await signed(rename('Bob'))
  entries.push({ ...entry, change: rename('Eve') })
  await expect(readRoster(client, home)).rejects.toThrow('does not hold')
  expect(await readOwnDevice(home)).toBeNull()
})

test('a roster that begins with another owner is refused', async () => {
  const [first] = entries
  key = await makeDeviceKey()
  const change = { ...(first as RosterEntry).change, person: PERSON } as RosterChange & { kind: 'found' }
  const theirs = { ...change.device, key: { alg: 'p256' as const, point: key.point } }
  entries = []
  entries = [await signed({ ...change, device: theirs })]
  await expect(readRoster(client, home)).rejects.toThrow('another roster than the one')
})
