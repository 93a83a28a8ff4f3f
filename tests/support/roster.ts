import {
  BY_RECOVERY,
  entryText,
  type Device,
  type RosterChange,
  type RosterEntry,
  type UnsignedEntry,
} from '../../shared/devices/roster-entry.ts'
import { foldEntry, type Roster } from '../../shared/devices/roster.ts'
import { newId } from '../../shared/ids.ts'
import type { Grant, Person } from '../../shared/people/grants.ts'
import { makeKey, type TestKey } from './keys.ts'

/** A device that a test signs as. */
export interface TestDevice extends TestKey {
  readonly device: Device
  readonly person: Person
}

/** Everything, without an end. */
export const OWNS_ALL: readonly Grant[] = [{ role: 'owner', scope: { kind: 'all' }, expiresAt: null }]

/** A device that stands in no roster yet. */
export async function makeDevice(
  person: Partial<Person> = {},
  device: Partial<Device> = {},
  key?: TestKey,
): Promise<TestDevice> {
  const own = key ?? (await makeKey())
  const whole: Person = { personId: newId(), name: 'Ada', grants: [...OWNS_ALL], ...person }
  return {
    ...own,
    person: whole,
    device: {
      deviceId: newId(),
      name: 'Test browser',
      personId: whole.personId,
      kind: 'browser',
      key: own.key,
      account: null,
      ...device,
    },
  }
}

/** Signs an entry. */
export async function signEntry(key: TestKey, entry: UnsignedEntry): Promise<RosterEntry> {
  return { ...entry, signature: await key.sign(entryText(entry)) }
}

/** A roster that grows by true entries, each signed by whom it says. */
export interface TestRoster {
  readonly entries: readonly RosterEntry[]
  readonly present: Roster
  readonly owner: TestDevice
  readonly recovery: TestKey
  /** The next entry, signed but not taken. */
  next(change: RosterChange, by?: TestDevice | 'recovery', more?: Partial<UnsignedEntry>): Promise<RosterEntry>
  /** The next entry, taken. Throws where it is refused. */
  add(change: RosterChange, by?: TestDevice | 'recovery', more?: Partial<UnsignedEntry>): Promise<RosterEntry>
}

/** The entry that founds a roster for this owner. */
export async function foundingEntry(
  owner: TestDevice,
  recovery: TestKey,
  more: Partial<Extract<RosterChange, { kind: 'found' }>> = {},
  at = Date.now(),
): Promise<RosterEntry> {
  const { device, person } = owner
  const change = { kind: 'found' as const, device, person, recoveryKey: recovery.key, party: null, ...more }
  return signEntry(owner, { version: 0, previous: null, at, by: device.deviceId, change })
}

/** Founds a roster. */
export async function testRoster(owner?: TestDevice, at?: number): Promise<TestRoster> {
  const first = owner ?? (await makeDevice())
  const recovery = await makeKey()
  const entries = [await foundingEntry(first, recovery, {}, at)]
  let present = await taken(null, entries[0] as RosterEntry)
  const next: TestRoster['next'] = (change, by = first, more = {}) =>
    signEntry(by === 'recovery' ? recovery : by, {
      version: present.version + 1,
      previous: present.hash,
      at: at ?? Date.now(),
      by: by === 'recovery' ? BY_RECOVERY : by.device.deviceId,
      change,
      ...more,
    })
  return {
    entries,
    owner: first,
    recovery,
    get present() {
      return present
    },
    next,
    async add(change, by, more) {
      const entry = await next(change, by, more)
      present = await taken(present, entry)
      entries.push(entry)
      return entry
    },
  }
}

async function taken(roster: Roster | null, entry: RosterEntry): Promise<Roster> {
  const folded = await foldEntry(roster, entry)
  if (folded.outcome === 'refused') throw new Error(`a true entry was refused: ${folded.message}`)
  return folded.roster
}
