import type { Roster } from '../../../shared/devices/roster.ts'
import type { Person } from '../../../shared/people/grants.ts'

/** For whom a device is: somebody who is here, or somebody new with all that they may do. */
export type Invitee =
  | { readonly kind: 'known'; readonly personId: string }
  | { readonly kind: 'new'; readonly person: Person }

/** The person as the newest roster has them: rights that were changed meanwhile are not turned back. Null: gone. */
export function personFor(invitee: Invitee, roster: Roster): Person | null {
  if (invitee.kind === 'known') return roster.people.get(invitee.personId) ?? null
  return roster.people.get(invitee.person.personId) ?? invitee.person
}
