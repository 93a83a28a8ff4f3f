import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { AppendOutcome, RosterPage } from '../../shared/devices/pairing.ts'
import { signedEntry, type EntryHead, type RosterChange, type RosterEntry } from '../../shared/devices/roster-entry.ts'
import { continuationOf, foldEntry, foldRoster, type Roster } from '../../shared/devices/roster.ts'
import { writeOwnDevice } from './device-file.ts'
import { otherRoster, type RelayClient } from './relay-client.ts'
import { shownBriefly } from './terminal-text.ts'

/** As often as another owner's entry may come first before this one gives up. */
const TRIES = 5

/**
 * The roster as the relay shows it to an owner, every entry checked from the founding hash that this device believes.
 * The newest version is kept, so that a later call notices a relay that goes back behind it or shows another history.
 * @throws PerigeeError where the chain does not hold
 */
export async function readRoster(client: RelayClient, home: string): Promise<Roster> {
  const { entries } = await client.get('/api/roster', RosterPage)
  const { founding, seen } = client.device
  const folded = await foldRoster(entries, founding)
  if (folded.outcome === 'refused') {
    if (folded.problem === 'fork') throw otherRoster()
    throw new PerigeeError(
      'conflict',
      `The relay shows a roster that does not hold. ${folded.message} Nothing was sent.`,
    )
  }
  const { roster } = folded
  if ((await continuationOf(entries, seen)) !== 'goes-on') {
    throw new PerigeeError(
      'conflict',
      `The relay shows another roster than before: this command line has seen version ${seen.version} of it. ` +
        'Nothing was sent. Either the relay was restored from a backup, or it hides something.',
    )
  }
  writeOwnDevice(home, { ...client.device, seen: { version: roster.version, hash: roster.hash } })
  return roster
}

/**
 * Signs one more entry on top of the newest one, and appends it; signs again where another came first.
 * `change` is asked with the roster that it will stand on. The roster after it.
 * @throws PerigeeError where it is refused
 */
export async function appendChange(
  client: RelayClient,
  home: string,
  change: (roster: Roster) => RosterChange,
  invitationId: string | null = null,
): Promise<Roster> {
  for (let tries = 0; tries < TRIES; tries++) {
    const roster = await readRoster(client, home)
    const entry = await signEntry(client, roster, change(roster))
    const after = await foldEntry(roster, entry)
    if (after.outcome === 'refused') throw new PerigeeError('forbidden', `Nothing was changed. ${after.message}`)
    const outcome = await client.post('/api/roster', { entry, invitationId }, AppendOutcome)
    if (outcome.outcome === 'appended') return after.roster
    if (outcome.outcome === 'refused')
      throw new PerigeeError('forbidden', `Nothing was changed. ${shownBriefly(outcome.message, 500)}`)
  }
  throw new PerigeeError(
    'conflict',
    'Other owners changed the roster at the same time. Nothing was changed. Try again.',
  )
}

/** An entry on top of a head, signed by this device's key. */
export function signEntry({ device }: RelayClient, head: EntryHead, change: RosterChange): Promise<RosterEntry> {
  return signedEntry(head, { by: device.deviceId, at: Date.now(), change }, (text) => device.key.sign(text))
}
