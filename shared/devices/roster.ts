import type { Grant, Person } from '../people/grants.ts'
import { isSignedBy, type PublicKey, type RelyingParty } from './keys.ts'
import {
  BY_RECOVERY,
  entryHash,
  entryText,
  type Device,
  type EntryHead,
  type RosterChange,
  type RosterEntry,
} from './roster-entry.ts'

/** A device of the roster. `revokedIn`: the version that revoked it, or null while it counts. */
export interface Member extends Device {
  readonly addedAt: number
  readonly revokedAt: number | null
  readonly revokedIn: number | null
}

/** Who counts after an entry. Immutable: each entry gives a new one. */
export interface Roster {
  readonly version: number
  /** The hash of the newest entry. */
  readonly hash: string
  /** The hash of entry 0: what an orb is given out of band. */
  readonly founding: string
  readonly party: RelyingParty | null
  readonly recoveryKey: PublicKey
  readonly devices: ReadonlyMap<string, Member>
  readonly people: ReadonlyMap<string, Person>
}

/** Why an entry cannot follow. `fork`: another entry of this version is known, or it follows another one. */
export type RosterProblem =
  | 'no-founding'
  | 'not-next'
  | 'fork'
  | 'bad-signature'
  | 'unknown-signer'
  | 'not-an-owner'
  | 'taken'
  | 'unknown-device'
  | 'bad-person'

/** What became of an entry: the roster after it, or why there is none, in a sentence. */
export type FoldOutcome =
  | { readonly outcome: 'ok'; readonly roster: Roster }
  | { readonly outcome: 'refused'; readonly problem: RosterProblem; readonly message: string }

/** Checks one entry against the roster before it (null: none yet), and gives the roster after it. Never throws. */
export async function foldEntry(roster: Roster | null, entry: RosterEntry): Promise<FoldOutcome> {
  const hash = await hashOf(entry)
  if (hash === null) return refused('bad-signature', 'It holds text that nobody can have signed.')
  const order = orderProblem(roster, entry, hash)
  if (order !== null) return order
  const { change } = entry
  const signer = signerOf(roster, entry)
  if (signer === null) return refused('unknown-signer', 'It is signed by a device that does not count here.')
  if (!(await isSignedBy(signer, entryText(entry), entry.signature, roster?.party))) {
    return refused('bad-signature', 'Its signature is not by the key that it names.')
  }
  if (roster !== null && !mayChange(roster, entry)) {
    return refused('not-an-owner', 'It is signed by a device whose person is no owner of everything.')
  }
  const misfit = changeProblem(roster, change)
  if (misfit !== null) return misfit
  return { outcome: 'ok', roster: after(roster, entry, hash) }
}

/** Folds a whole chain from entry 0 on. `founding`, where it is known, must be the hash of its first entry. */
export async function foldRoster(
  entries: readonly RosterEntry[],
  founding: string | null = null,
): Promise<FoldOutcome> {
  let roster: Roster | null = null
  for (const entry of entries) {
    const folded: FoldOutcome = await foldEntry(roster, entry)
    if (folded.outcome === 'refused') return folded
    roster = folded.roster
    if (founding !== null && roster.founding !== founding) return refused('fork', 'It begins with another first owner.')
  }
  return roster === null ? refused('no-founding', 'It has no first entry.') : { outcome: 'ok', roster }
}

/** Whether a chain goes on from an entry that was seen of it: it may lack that one, or have another in its place. */
export async function continuationOf(
  entries: readonly RosterEntry[],
  seen: EntryHead,
): Promise<'goes-on' | 'behind' | 'forked'> {
  const there = entries[seen.version]
  if (there === undefined) return 'behind'
  return (await entryHash(there)) === seen.hash ? 'goes-on' : 'forked'
}

/** The device of this id while it counts, or null. */
export function liveDevice(roster: Roster, deviceId: string): Member | null {
  const device = roster.devices.get(deviceId)
  return device === undefined || device.revokedIn !== null ? null : device
}

/** True for a person who may sign entries: an owner of everything, without an end. */
export function isGovernor(person: Person | undefined): boolean {
  const owns = ({ role, scope, expiresAt }: Grant): boolean =>
    role === 'owner' && scope.kind === 'all' && expiresAt === null
  return person?.grants.some(owns) === true
}

/** Null for text with halves of characters, which canonical JSON has no form for. */
async function hashOf(entry: RosterEntry): Promise<string | null> {
  try {
    return await entryHash(entry)
  } catch {
    return null
  }
}

function orderProblem(roster: Roster | null, entry: RosterEntry, hash: string): FoldOutcome | null {
  const { version, previous, change } = entry
  if (roster === null) {
    const isFirst = version === 0 && previous === null && change.kind === 'found'
    return isFirst ? null : refused('no-founding', 'The first entry has to found the roster.')
  }
  if (version === roster.version && hash !== roster.hash) return refused('fork', 'Another entry has this version.')
  if (version !== roster.version + 1) return refused('not-next', `Version ${roster.version + 1} would be next.`)
  if (previous !== roster.hash) return refused('fork', 'It follows another entry than the newest one here.')
  return change.kind === 'found' ? refused('taken', 'The roster is founded already.') : null
}

function signerOf(roster: Roster | null, { by, change }: RosterEntry): PublicKey | null {
  if (roster === null) return change.kind === 'found' && by === change.device.deviceId ? change.device.key : null
  if (change.kind === 'recover') return by === BY_RECOVERY ? roster.recoveryKey : null
  return liveDevice(roster, by)?.key ?? null
}

function mayChange(roster: Roster, { by, change }: RosterEntry): boolean {
  if (change.kind === 'recover') return true
  if (change.kind === 'device.revoke' && change.deviceId === by) return true
  const device = liveDevice(roster, by)
  return device !== null && isGovernor(roster.people.get(device.personId))
}

function changeProblem(roster: Roster | null, change: RosterChange): FoldOutcome | null {
  switch (change.kind) {
    case 'device.revoke':
      return roster !== null && liveDevice(roster, change.deviceId) !== null
        ? null
        : refused('unknown-device', 'It revokes a device that does not count here.')
    case 'person.set':
      return personProblem(change.person)
    default:
      break
  }
  const { device, person } = change
  const isTaken =
    roster !== null &&
    [...roster.devices.values()].some((one) => one.deviceId === device.deviceId || one.key.point === device.key.point)
  if (isTaken || device.deviceId === BY_RECOVERY) return refused('taken', 'Its device or its key was here before.')
  if (device.personId !== person.personId) return refused('bad-person', 'Its device belongs to another person.')
  if (change.kind !== 'device.add' && !isGovernor(person)) return refused('bad-person', 'It leaves nobody who owns.')
  return personProblem(person)
}

/** An owner of everything signs entries, which nobody can date for sure: so that grant has no end. */
function personProblem(person: Person): FoldOutcome | null {
  const isDated = person.grants.some(
    ({ role, scope, expiresAt }) => role === 'owner' && scope.kind === 'all' && expiresAt !== null,
  )
  return isDated ? refused('bad-person', 'Owning everything cannot have an end; revoke it instead.') : null
}

function after(roster: Roster | null, entry: RosterEntry, hash: string): Roster {
  const { version, at, change } = entry
  const devices = new Map(roster?.devices)
  const people = new Map(roster?.people)
  const revoke = (deviceId: string): void => {
    const device = devices.get(deviceId)
    if (device?.revokedIn === null) devices.set(deviceId, { ...device, revokedAt: at, revokedIn: version })
  }
  if (change.kind === 'recover') for (const deviceId of devices.keys()) revoke(deviceId)
  if (change.kind === 'device.revoke') revoke(change.deviceId)
  else people.set(change.person.personId, change.person)
  if (change.kind === 'found' || change.kind === 'device.add' || change.kind === 'recover') {
    const { device } = change
    devices.set(device.deviceId, { ...device, addedAt: at, revokedAt: null, revokedIn: null })
  }
  const named = change.kind === 'found' || change.kind === 'recover' ? change.recoveryKey : roster?.recoveryKey
  return {
    version,
    hash,
    founding: roster?.founding ?? hash,
    party: change.kind === 'found' ? change.party : (roster?.party ?? null),
    // A roster without one is founded by this very entry.
    recoveryKey: named as PublicKey,
    devices,
    people,
  }
}

function refused(problem: RosterProblem, message: string): FoldOutcome & { outcome: 'refused' } {
  return { outcome: 'refused', problem, message }
}
