import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { isGovernor, liveDevice, type Roster } from '../../shared/devices/roster.ts'
import { newId } from '../../shared/ids.ts'
import { canonicalJson } from '../../shared/json/canonical.ts'
import { outranks, type Grant, type Person } from '../../shared/people/grants.ts'

/**
 * The person of a name or an id, as they will stand: known ones keep their grants and get `grant` beside them, in the
 * place of an older one of the same scope; a new one has that grant alone.
 * @throws PerigeeError where a new person gets no grant, or two have this name
 */
export function personToBe(roster: Roster, nameOrId: string, grant: Grant | null): Person {
  const named = [...roster.people.values()].filter((one) => one.personId === nameOrId || one.name === nameOrId)
  if (named.length > 1) {
    const ids = named.map((one) => one.personId).join(', ')
    throw new PerigeeError('conflict', `Several people have this name. Name one by id: ${ids}.`)
  }
  const [known] = named
  if (known !== undefined) return grant === null ? known : withGrant(known, grant)
  if (grant === null) throw new PerigeeError('bad-request', 'Nobody has this name yet. Say their role with --role.')
  return { personId: newId(), name: nameOrId, grants: [grant] }
}

/**
 * The person of this device, who must own everything to sign entries.
 * @throws PerigeeError where they do not
 */
export function governorOf(roster: Roster, deviceId: string): Person {
  const person = roster.people.get(liveDevice(roster, deviceId)?.personId ?? '')
  if (person === undefined || !isGovernor(person)) {
    throw new PerigeeError('forbidden', 'Only an owner of everything may do this; this command line is none.')
  }
  return person
}

/** Adding a device never takes a right away: a lower role in the same place would. */
function withGrant(person: Person, grant: Grant): Person {
  const scope = canonicalJson(grant.scope)
  const isSameScope = (one: Grant): boolean => canonicalJson(one.scope) === scope
  const before = person.grants.find(isSameScope)
  if (before !== undefined && (outranks(before.role, grant.role) || isShortened(before, grant))) {
    throw new PerigeeError(
      'conflict',
      `They have more there already: ${before.role}. Leave --role out, or change their rights in the app, under Settings, People.`,
    )
  }
  return { ...person, grants: [...person.grants.filter((one) => !isSameScope(one)), grant] }
}

function isShortened(before: Grant, after: Grant): boolean {
  return after.expiresAt !== null && (before.expiresAt === null || before.expiresAt > after.expiresAt)
}
