import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeKey, makePasskey } from '../../tests/support/keys.ts'
import {
  foundingEntry,
  makeDevice,
  OWNS_ALL,
  signEntry,
  testRoster,
  type TestDevice,
  type TestRoster,
} from '../../tests/support/roster.ts'
import { LIMITS } from '../limits.ts'
import type { Grant } from '../people/grants.ts'
import { BY_RECOVERY, entryHash, entryText, RosterEntry, type RosterChange } from './roster-entry.ts'
import { foldEntry, foldRoster, isGovernor, liveDevice, type RosterProblem } from './roster.ts'

const OPERATES: Grant = { role: 'operator', scope: { kind: 'all' }, expiresAt: null }

/** A roster with one entry of each kind. */
async function longRoster(): Promise<TestRoster> {
  const roster = await testRoster(undefined, 1_700_000_000_000)
  const phone = await makeDevice(roster.owner.person, { name: 'Phone' })
  const bob = await makeDevice({ name: 'Bob', grants: [OPERATES] }, { kind: 'command-line', account: 'a'.repeat(64) })
  await roster.add({ kind: 'device.add', device: phone.device, person: phone.person })
  await roster.add({ kind: 'device.add', device: bob.device, person: bob.person })
  await roster.add({ kind: 'person.set', person: { ...bob.person, name: 'Robert' } }, phone)
  await roster.add({ kind: 'device.revoke', deviceId: bob.device.deviceId, why: 'signed-out' }, bob)
  const next = await makeDevice(roster.owner.person, { name: 'New phone' })
  const change = {
    kind: 'recover',
    device: next.device,
    person: next.person,
    recoveryKey: (await makeKey()).key,
  } as const
  await roster.add(change, 'recovery')
  await roster.add({ kind: 'person.set', person: { ...bob.person, grants: [] } }, next)
  return roster
}

let long: TestRoster
beforeAll(async () => {
  long = await longRoster()
})

async function problemOf(
  entries: readonly RosterEntry[],
  founding: string | null = null,
): Promise<RosterProblem | null> {
  const folded = await foldRoster(entries, founding)
  return folded.outcome === 'refused' ? folded.problem : null
}

describe('a chain', () => {
  test('is folded into who counts', async () => {
    const folded = await foldRoster(long.entries, long.present.founding)
    if (folded.outcome === 'refused') throw new Error(folded.message)
    const { roster } = folded
    expect(roster.version).toBe(6)
    expect([...roster.devices.values()].map(({ name, revokedIn }) => [name, revokedIn])).toEqual([
      ['Test browser', 5],
      ['Phone', 5],
      ['Test browser', 4],
      ['New phone', null],
    ])
    expect([...roster.people.values()].map(({ name, grants }) => [name, grants.length])).toEqual([
      ['Ada', 1],
      ['Bob', 0],
    ])
    expect(roster.founding).toBe(await entryHash(long.entries[0] as RosterEntry))
    expect(roster.hash).toBe(await entryHash(long.entries[6] as RosterEntry))
  })

  test('survives the wire and the ledger unchanged', async () => {
    const again = long.entries.map((entry) => RosterEntry.parse(JSON.parse(JSON.stringify(entry))))
    expect(again).toEqual(long.entries)
    expect(await problemOf(again)).toBe(null)
  })

  test('is hashed as it always was', async () => {
    const point = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'
    const key = { alg: 'p256' as const, point }
    const person = { personId: 'ada', name: 'Ada', grants: [...OWNS_ALL] }
    const device = { deviceId: 'd', name: 'Phone', personId: 'ada', kind: 'browser' as const, key, account: null }
    const change = { kind: 'found' as const, device, person, recoveryKey: key, party: null }
    const entry = { version: 0, previous: null, at: 1, by: 'd', change }
    expect(entryText(entry)).toBe(
      'perigee-roster-v1\n{"at":1,"by":"d","change":{"device":{"account":null,"deviceId":"d","key":{"alg":"p256",' +
        `"point":"${point}"},"kind":"browser","name":"Phone","personId":"ada"},"kind":"found","party":null,` +
        '"person":{"grants":[{"expiresAt":null,"role":"owner","scope":{"kind":"all"}}],"name":"Ada","personId":"ada"},' +
        `"recoveryKey":{"alg":"p256","point":"${point}"}},"previous":null,"version":0}`,
    )
    expect(await entryHash(entry)).toBe('e24dbbbf408327841c1d9f8d689c5a5519716d543871c4ca2fc8f738eda078ec')
  })

  test('is refused where an entry is left out, doubled, moved, or where it begins later', async () => {
    const { entries } = long
    expect(await problemOf([])).toBe('no-founding')
    for (let at = 0; at < entries.length; at++) {
      const without = entries.filter((_, index) => index !== at)
      const doubled = [...entries.slice(0, at + 1), ...entries.slice(at)]
      // Without its last entry a chain is a true, older one: its reader has to remember that it was longer.
      if (at < entries.length - 1) expect(await problemOf(without), `without ${at}`).not.toBe(null)
      expect(await problemOf(doubled), `with ${at} twice`).toBe('not-next')
      for (let other = at + 1; other < entries.length; other++) {
        const swapped = entries.with(at, entries[other] as RosterEntry).with(other, entries[at] as RosterEntry)
        expect(await problemOf(swapped), `${at} and ${other} swapped`).not.toBe(null)
      }
    }
  })

  test('is refused where any value of any entry is another', async () => {
    const places = long.entries.flatMap((entry, at) => leaves(entry).map((path) => ({ at, path })))
    expect(places.length).toBeGreaterThan(100)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.integer({ min: 0, max: 1000 }), async ({ at, path }, salt) => {
        const entry = long.entries[at] as RosterEntry
        const changed = withLeaf(entry, path, (value) => another(value, salt))
        expect(changed).not.toEqual(entry)
        expect(await problemOf(long.entries.with(at, changed)), `${at}: ${path.join('.')}`).not.toBe(null)
      }),
      { numRuns: 600 },
    )
  })

  test('of another first owner is refused by whoever knows the first one', async () => {
    const other = await testRoster()
    expect(await problemOf(other.entries, long.present.founding)).toBe('fork')
    expect(await problemOf([...long.entries.slice(0, 1), ...other.entries.slice(1)], long.present.founding)).toBe(null)
  })

  test('refuses text that no key can have signed, and does not throw', async () => {
    const device = await makeDevice()
    const change: RosterChange = {
      kind: 'device.add',
      device: device.device,
      person: { ...device.person, name: '\ud800' },
    }
    const { version, hash: previous } = long.present
    const entry = { version: version + 1, previous, at: 1, by: 'x', change, signature: 'A'.repeat(86) }
    expect(await foldEntry(long.present, entry)).toMatchObject({ problem: 'bad-signature' })
    expect(RosterEntry.safeParse(entry).success).toBe(false)
  })
})

describe('an entry', () => {
  let roster: TestRoster
  let operator: TestDevice
  let stranger: TestDevice

  beforeAll(async () => {
    roster = await testRoster()
    operator = await makeDevice({ name: 'Olga', grants: [OPERATES] })
    stranger = await makeDevice()
    await roster.add({ kind: 'device.add', device: operator.device, person: operator.person })
  })

  const refusal = async (change: RosterChange, by?: TestDevice | 'recovery', more: object = {}): Promise<unknown> => {
    const folded = await foldEntry(roster.present, await roster.next(change, by, more))
    return folded.outcome === 'ok' ? 'ok' : folded.problem
  }
  const adds = (one: TestDevice): RosterChange => ({ kind: 'device.add', device: one.device, person: one.person })

  test('is refused by a device that is unknown, revoked or no owner', async () => {
    expect(await refusal(adds(stranger))).toBe('ok')
    expect(await refusal(adds(stranger), stranger)).toBe('unknown-signer')
    expect(await refusal(adds(stranger), operator)).toBe('not-an-owner')
    expect(await refusal({ kind: 'person.set', person: { ...operator.person, grants: [...OWNS_ALL] } }, operator)).toBe(
      'not-an-owner',
    )
    expect(await refusal(adds(stranger), operator, { by: roster.owner.device.deviceId })).toBe('bad-signature')
    expect(await refusal(adds(stranger), 'recovery')).toBe('unknown-signer')
    const own = await testRoster()
    await own.add({ kind: 'device.revoke', deviceId: own.owner.device.deviceId, why: 'lost' })
    expect(await foldEntry(own.present, await own.next(adds(stranger)))).toMatchObject({ problem: 'unknown-signer' })
  })

  test.each<[string, Grant]>([
    ['one orb', { role: 'owner', scope: { kind: 'orb', orbId: 'o' }, expiresAt: null }],
    ['one thread', { role: 'owner', scope: { kind: 'thread', orbId: 'o', threadId: 't' }, expiresAt: null }],
    ['nothing but a look', { role: 'observer', scope: { kind: 'all' }, expiresAt: null }],
  ])('is refused by an owner of %s', async (_what, grant) => {
    const own = await testRoster()
    const partial = await makeDevice({ grants: [grant] })
    await own.add({ kind: 'device.add', device: partial.device, person: partial.person })
    expect(isGovernor(partial.person)).toBe(false)
    expect(await foldEntry(own.present, await own.next(adds(stranger), partial))).toMatchObject({
      problem: 'not-an-owner',
    })
  })

  test('may revoke its own device, whoever it is, and no other', async () => {
    const revokes = (deviceId: string): RosterChange => ({ kind: 'device.revoke', deviceId, why: 'signed-out' })
    expect(await refusal(revokes(operator.device.deviceId), operator)).toBe('ok')
    expect(await refusal(revokes(roster.owner.device.deviceId), operator)).toBe('not-an-owner')
    expect(await refusal(revokes('nobody'))).toBe('unknown-device')
  })

  test('cannot bring back a device or a key, nor take the name of the recovery key', async () => {
    const own = await testRoster()
    const lost = await makeDevice(own.owner.person)
    await own.add(adds(lost))
    await own.add({ kind: 'device.revoke', deviceId: lost.device.deviceId, why: 'lost' })
    const again = async (device: TestDevice): Promise<unknown> =>
      foldEntry(own.present, await own.next(adds({ ...device, person: own.owner.person })))
    expect(liveDevice(own.present, lost.device.deviceId)).toBe(null)
    expect(await again(lost)).toMatchObject({ problem: 'taken' })
    const renamed = await makeDevice(own.owner.person, {}, lost)
    expect(await again(renamed)).toMatchObject({ problem: 'taken' })
    const sameId = await makeDevice(own.owner.person, { deviceId: lost.device.deviceId })
    expect(await again(sameId)).toMatchObject({ problem: 'taken' })
    expect(await again(await makeDevice(own.owner.person, { deviceId: BY_RECOVERY }))).toMatchObject({
      problem: 'taken',
    })
  })

  test('gives a device to its own person alone, and owning everything for good', async () => {
    const other = { ...stranger.person, personId: 'other' }
    expect(await refusal({ kind: 'device.add', device: stranger.device, person: other })).toBe('bad-person')
    const dated: Grant = { role: 'owner', scope: { kind: 'all' }, expiresAt: 1 }
    expect(await refusal({ kind: 'person.set', person: { ...operator.person, grants: [dated] } })).toBe('bad-person')
    expect(isGovernor({ ...operator.person, grants: [dated] })).toBe(false)
  })

  test('is another of the same version: a fork', async () => {
    const one = await roster.next(adds(stranger))
    const two = await roster.next({ kind: 'person.set', person: operator.person })
    const after = await foldEntry(roster.present, one)
    if (after.outcome === 'refused') throw new Error(after.message)
    expect(await foldEntry(after.roster, two)).toMatchObject({ problem: 'fork' })
    expect(await foldEntry(after.roster, one)).toMatchObject({ problem: 'not-next' })
    const onTop = await signEntry(roster.owner, { ...two, version: two.version + 1 })
    expect(await foldEntry(after.roster, onTop)).toMatchObject({ problem: 'fork' })
  })

  test('founds once, by the device that it founds, with its own key', async () => {
    expect(await refusal({ ...(roster.entries[0] as RosterEntry).change })).toBe('taken')
    const [device, recovery] = [await makeDevice(), await makeKey()]
    expect(await problemOf([await foundingEntry(device, recovery)])).toBe(null)
    expect(await problemOf([await foundingEntry({ ...device, sign: recovery.sign }, recovery)])).toBe('bad-signature')
    const foreign = await signEntry(device, { ...(await foundingEntry(device, recovery)), by: 'somebody' })
    expect(await problemOf([foreign])).toBe('unknown-signer')
    const looks = await makeDevice({ grants: [{ role: 'observer', scope: { kind: 'all' }, expiresAt: null }] })
    expect(await problemOf([await foundingEntry(looks, recovery)])).toBe('bad-person')
    const later = await signEntry(device, { ...(await foundingEntry(device, recovery)), version: 1 })
    expect(await problemOf([later])).toBe('no-founding')
  })
})

describe('recovery', () => {
  test('revokes every device, adds an owner and names the next key, by the recovery key alone', async () => {
    const roster = await testRoster()
    const [next, nextRecovery] = [await makeDevice({ name: 'Ada again' }), await makeKey()]
    const change = { kind: 'recover', device: next.device, person: next.person, recoveryKey: nextRecovery.key } as const
    for (const forged of [
      await roster.next(change, undefined, { by: BY_RECOVERY }),
      await roster.next(change),
      await roster.next(change, 'recovery', { by: roster.owner.device.deviceId }),
    ])
      expect(await foldEntry(roster.present, forged)).toMatchObject({ outcome: 'refused' })
    await roster.add(change, 'recovery')
    expect(liveDevice(roster.present, roster.owner.device.deviceId)).toBe(null)
    expect(liveDevice(roster.present, next.device.deviceId)?.name).toBe('Test browser')
    const oldKeyAgain = await makeDevice()
    const again = { ...change, device: oldKeyAgain.device, person: oldKeyAgain.person }
    expect(await foldEntry(roster.present, await roster.next(again, 'recovery'))).toMatchObject({
      problem: 'bad-signature',
    })
    const newKey = await signEntry(nextRecovery, await roster.next(again, 'recovery'))
    expect(await foldEntry(roster.present, newKey)).toMatchObject({ outcome: 'ok' })
  })

  test('cannot leave nobody who owns', async () => {
    const roster = await testRoster()
    const looks = await makeDevice({ grants: [OPERATES] })
    const change = {
      kind: 'recover',
      device: looks.device,
      person: looks.person,
      recoveryKey: roster.recovery.key,
    } as const
    expect(await foldEntry(roster.present, await roster.next(change, 'recovery'))).toMatchObject({
      problem: 'bad-person',
    })
  })
})

test('a passkey signs entries for the relying party of the first one', async () => {
  const party = { id: 'relay.example', origin: 'https://relay.example' }
  const owner = await makeDevice()
  const first = await foundingEntry(owner, await makeKey(), { party })
  const folded = await foldRoster([first])
  if (folded.outcome === 'refused') throw new Error(folded.message)
  const passkey = await makeDevice(owner.person, {}, await makePasskey(party))
  const elsewhere = await makeDevice(owner.person, {}, await makePasskey({ ...party, origin: 'https://evil.example' }))
  let { roster } = folded
  for (const one of [passkey, elsewhere]) {
    const change = { kind: 'device.add', device: one.device, person: one.person } as const
    const by = owner.device.deviceId
    const entry = await signEntry(owner, { version: roster.version + 1, previous: roster.hash, at: 1, by, change })
    const after = await foldEntry(roster, entry)
    if (after.outcome === 'refused') throw new Error(after.message)
    roster = after.roster
  }
  const change = { kind: 'person.set', person: { ...owner.person, name: 'x'.repeat(LIMITS.nameChars) } } as const
  const next = { version: roster.version + 1, previous: roster.hash, at: 1, change }
  const true_ = await signEntry(passkey, { ...next, by: passkey.device.deviceId })
  expect(RosterEntry.safeParse(true_).success).toBe(true)
  expect(await foldEntry(roster, true_)).toMatchObject({ outcome: 'ok' })
  const foreign = await signEntry(elsewhere, { ...next, by: elsewhere.device.deviceId })
  expect(await foldEntry(roster, foreign)).toMatchObject({ problem: 'bad-signature' })
})

type Path = readonly (string | number)[]

/** Every place of a value where something stands that is no array and no object. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}

function withLeaf<T>(value: T, [key, ...rest]: Path, change: (leaf: unknown) => unknown): T {
  if (key === undefined) return change(value) as T
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string | number, unknown>
  copy[key] = withLeaf(copy[key], rest, change)
  return copy as T
}

function another(value: unknown, salt: number): unknown {
  if (typeof value === 'number') return value + 1 + salt
  if (typeof value !== 'string') return value === null ? 'a'.repeat(1 + salt) : null
  const at = salt % value.length
  return value.slice(0, at) + (value[at] === 'x' ? 'y' : 'x') + value.slice(at + 1)
}
