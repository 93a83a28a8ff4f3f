import { enrolmentText, type Enrolment } from '../../shared/devices/enrolment.ts'
import { isSignedBy } from '../../shared/devices/keys.ts'
import { liveDevice, type Roster } from '../../shared/devices/roster.ts'
import { EVERYTHING, may, type Target } from '../../shared/people/grants.ts'

/** Whether an enrolment counts by a roster, or why it does not, in a sentence. */
export type EnrolmentStanding =
  | { readonly standing: 'counts' }
  | { readonly standing: 'refused'; readonly message: string }

/** What an enrolment is about: the orb that it renews, or everything where it lets in a new one. */
export function targetOf({ orbId }: Pick<Enrolment, 'orbId'>): Target {
  return orbId === null ? EVERYTHING : { kind: 'orb', orbId }
}

/**
 * Checks an enrolment against the present roster: it is of this roster, in time, and signed by a device that counts and
 * whose person may manage what it is about. Asked when it is handed in, and again when an orb shows it, since whoever
 * signed may have been revoked in between. `at` is the relay's clock.
 */
export async function standingOfEnrolment(
  roster: Roster | null,
  enrolment: Enrolment,
  at: number,
): Promise<EnrolmentStanding> {
  if (roster === null) return refused('This relay has no owner yet, so nobody can let an orb in.')
  if (enrolment.founding !== roster.founding) return refused('It was signed for another relay.')
  if (enrolment.rosterVersion > roster.version) return refused('It was signed by a newer roster than is known here.')
  if (enrolment.expiresAt <= at) return refused('It is too old.')
  if (enrolment.orbId === null && enrolment.generation !== 1) return refused('A new orb begins with generation 1.')
  const device = liveDevice(roster, enrolment.by)
  if (device === null) return refused('The device that signed it does not count here any more.')
  if (!(await isSignedBy(device.key, enrolmentText(enrolment), enrolment.signature, roster.party)))
    return refused('Its signature does not fit what it says.')
  const grants = roster.people.get(device.personId)?.grants ?? []
  if (!may(grants, 'manage', targetOf(enrolment), at)) return refused('Whoever signed it may not enrol this orb.')
  return { standing: 'counts' }
}

function refused(message: string): EnrolmentStanding {
  return { standing: 'refused', message }
}
