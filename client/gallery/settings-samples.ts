import type { Session } from '../../shared/http/api.ts'
import type { Member, Roster } from '../../shared/devices/roster.ts'
import type { Person } from '../../shared/people/grants.ts'
import type { FleetStore } from '../fleet/fleet-store.ts'
import type { RosterStore, RosterView } from '../settings/roster-view.ts'
import { FLEET, LONG_NAME } from './samples.ts'

const HOUR = 60 * 60_000
const now = Date.now()
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const KEY = { alg: 'p256', point: 'B' } as const

const ADA: Person = {
  personId: 'ada',
  name: 'Ada',
  grants: [{ role: 'owner', scope: { kind: 'all' }, expiresAt: null }],
}
/** Somebody with a right that ends and one that has ended. */
export const BEN: Person = {
  personId: 'ben',
  name: 'Ben',
  grants: [
    { role: 'operator', scope: { kind: 'orb', orbId: 'api-refactor' }, expiresAt: now + 30 * HOUR },
    { role: 'observer', scope: { kind: 'thread', orbId: 'docs-site', threadId: 't' }, expiresAt: now - HOUR },
  ],
}
const LONG: Person = {
  personId: 'long',
  name: LONG_NAME,
  grants: [{ role: 'observer', scope: { kind: 'orb', orbId: 'long' }, expiresAt: null }],
}
const NOBODY: Person = { personId: 'nobody', name: 'Старый друг', grants: [] }

function device(deviceId: string, facts: Partial<Member>): [string, Member] {
  const base = { deviceId, name: deviceId, personId: 'ada', kind: 'browser', key: KEY, account: null } as const
  return [deviceId, { ...base, addedAt: now - 200 * HOUR, revokedAt: null, revokedIn: null, ...facts }]
}

const ROSTER: Roster = {
  version: 7,
  hash: HASH,
  founding: HASH,
  party: null,
  recoveryKey: KEY,
  people: new Map([ADA, BEN, LONG, NOBODY].map((person) => [person.personId, person])),
  devices: new Map([
    device('laptop', { name: 'Chrome on Linux' }),
    device('phone', { name: 'Safari on iPhone', addedAt: now - HOUR }),
    device('cli', { name: 'perigee on devbox', kind: 'command-line', account: HASH }),
    device('tablet', { name: 'Chrome on Android', personId: 'ben' }),
    device('long', { name: LONG_NAME, personId: 'long' }),
    device('old', { name: 'Firefox on Windows', revokedAt: now - 50 * HOUR, revokedIn: 5 }),
  ]),
}

/** A session of an owner of everything. */
export const SESSION: Session = {
  personId: 'ada',
  personName: 'Ada',
  deviceId: 'laptop',
  deviceName: 'Chrome on Linux',
  grants: ADA.grants,
  roster: { founding: HASH, version: 7, hash: HASH },
  epoch: 'gallery',
  software: '0.3.0',
  now,
  expiresAt: now + HOUR,
}

const seen = (deviceId: string, lastSeenAt: number | null, connected = false): RosterEntryOfActivity => [
  deviceId,
  { deviceId, lastSeenAt, address: lastSeenAt === null ? null : '192.0.2.7', connected },
]
type RosterEntryOfActivity = [
  string,
  { deviceId: string; lastSeenAt: number | null; address: string | null; connected: boolean },
]

/** The roster of the sample people, loaded. */
export const READY: Extract<RosterView, { state: 'ready' }> = {
  state: 'ready',
  roster: ROSTER,
  activity: new Map([
    seen('laptop', now, true),
    seen('phone', now - 2 * HOUR),
    seen('cli', null),
    seen('tablet', now - 70 * HOUR),
    seen('long', now, true),
  ]),
  stale: false,
}

/** A roster store that stays as it is. */
export function fixedRoster(view: RosterView): RosterStore {
  return { view: () => view, reload: async () => undefined }
}

/** The sample fleet as a store. */
export const FLEET_STORE: FleetStore = {
  orbs: Object.fromEntries(FLEET.map((orb) => [orb.orbId, orb])),
  meta: () => null,
  status: () => ({ state: 'live' }),
  known: () => true,
}
