import { isGovernor, type Roster } from '../../../shared/devices/roster.ts'
import type { Grant, Person, Role, Scope } from '../../../shared/people/grants.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** How long a grant shall hold: for good, for a stretch from now on, or until a day that was picked. */
export type Until = 'always' | 'hour' | 'day' | 'week' | 'month' | 'picked'

/** A grant while somebody makes it. */
export interface GrantDraft {
  readonly role: Role
  readonly where: Scope['kind']
  readonly orbId: string
  readonly threadId: string
  readonly until: Until
  /** Of `picked`: as a datetime-local field holds it, in local time. */
  readonly picked: string
}

/** What a form begins with: the least that is of use. */
export const NEW_GRANT: GrantDraft = {
  role: 'observer',
  where: 'all',
  orbId: '',
  threadId: '',
  until: 'always',
  picked: '',
}

const LENGTHS: Readonly<Record<Exclude<Until, 'always' | 'picked'>, number>> = {
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
}

/** What is missing in a draft. */
export type DraftProblem = 'orb' | 'thread' | 'time'

/** The grant that a draft means at this moment (ms), or what is missing. */
export function grantOf(draft: GrantDraft, now: number): Grant | DraftProblem {
  const { role, where, orbId, threadId } = draft
  if (where !== 'all' && orbId === '') return 'orb'
  if (where === 'thread' && threadId === '') return 'thread'
  const scope: Scope =
    where === 'all' ? { kind: 'all' } : where === 'orb' ? { kind: 'orb', orbId } : { kind: 'thread', orbId, threadId }
  // Owning everything has no end: it signs entries, which nobody can date for sure.
  if (isEndless(draft)) return { role, scope, expiresAt: null }
  const expiresAt = endOf(draft, now)
  return Number.isNaN(expiresAt) || expiresAt <= now ? 'time' : { role, scope, expiresAt }
}

/** True where a draft's grant can have no end, whatever is chosen, or shall have none. */
export function isEndless(draft: GrantDraft): boolean {
  return draft.until === 'always' || (draft.role === 'owner' && draft.where === 'all')
}

/** A grant as a form shows it. */
export function draftOf({ role, scope, expiresAt }: Grant): GrantDraft {
  return {
    role,
    where: scope.kind,
    orbId: scope.kind === 'all' ? '' : scope.orbId,
    threadId: scope.kind === 'thread' ? scope.threadId : '',
    until: expiresAt === null ? 'always' : 'picked',
    picked: expiresAt === null ? '' : localField(expiresAt),
  }
}

/** True where nobody who has a device would own everything after this change, so that nobody could undo it. */
export function leavesNobody(roster: Roster, changed: Person): boolean {
  const owners = [...roster.people.values()].map((person) => (person.personId === changed.personId ? changed : person))
  return !owners.some((person) => isGovernor(person) && hasDevice(roster, person.personId))
}

/** True where this device is the last one that may add others: without it only the recovery phrase is left. */
export function isLastOwnerDevice(roster: Roster, deviceId: string): boolean {
  const owning = [...roster.devices.values()].filter(
    (device) => device.revokedIn === null && isGovernor(roster.people.get(device.personId)),
  )
  return owning.length === 1 && owning[0]?.deviceId === deviceId
}

function hasDevice(roster: Roster, personId: string): boolean {
  return [...roster.devices.values()].some((device) => device.personId === personId && device.revokedIn === null)
}

function endOf(draft: GrantDraft, now: number): number {
  if (draft.until === 'always') return Number.NaN
  return draft.until === 'picked' ? new Date(draft.picked).getTime() : now + LENGTHS[draft.until]
}

/** A moment as a datetime-local field holds it. */
function localField(at: number): string {
  const shifted = at - new Date(at).getTimezoneOffset() * 60_000
  return new Date(shifted).toISOString().slice(0, 16)
}
