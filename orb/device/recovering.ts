import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { AppendOutcome } from '../../shared/devices/pairing.ts'
import type { RecoveryKey } from '../../shared/devices/recovery.ts'
import {
  BY_RECOVERY,
  entryHash,
  signedEntry,
  type Device,
  type RosterChange,
} from '../../shared/devices/roster-entry.ts'
import type { PublicKey } from '../../shared/devices/keys.ts'
import type { Person } from '../../shared/people/grants.ts'
import { askRelay, readAnswer } from './relay-request.ts'
import { relayInfo } from './relay-client.ts'
import { shownBriefly } from './terminal-text.ts'

/** What a recovery makes of the roster. */
export interface Recovery {
  readonly device: Device
  readonly person: Person
  /** The key of the next recovery phrase. */
  readonly nextKey: PublicKey
}

/** A recovered roster's head, as this device believes it from now on. */
export interface RecoveredHead {
  readonly founding: string
  readonly version: number
  readonly hash: string
}

/**
 * Revokes every device and adds this one as an owner, signed by the recovery key.
 * `founding`: the roster that must be meant, where this command line knows one.
 * @throws PerigeeError where it is refused, or the relay has no roster or another one
 */
export async function recover(
  relay: string,
  key: RecoveryKey,
  recovery: Recovery,
  founding: string | null,
): Promise<RecoveredHead> {
  const { roster } = await relayInfo(relay)
  if (roster === null) {
    throw new PerigeeError('unpaired', 'The relay has no devices yet: there is nothing to recover. Run "perigee pair".')
  }
  if (founding !== null && roster.founding !== founding) {
    throw new PerigeeError(
      'conflict',
      'The relay shows another roster than the one that this command line knows. Nothing was sent.',
    )
  }
  const { device, person, nextKey } = recovery
  const change: RosterChange = { kind: 'recover', device, person, recoveryKey: nextKey }
  const entry = await signedEntry(roster, { by: BY_RECOVERY, at: Date.now(), change }, key.sign)
  const body = JSON.stringify({ entry })
  const answer = await askRelay(relay, { method: 'POST', path: '/api/recover', body, authorization: null })
  const outcome = readAnswer(answer, AppendOutcome)
  if (outcome.outcome === 'refused') {
    throw new PerigeeError('forbidden', `Nothing was changed. ${shownBriefly(outcome.message, 500)}`)
  }
  if (outcome.outcome === 'conflict') {
    throw new PerigeeError('conflict', 'The roster has changed in between. Nothing was recovered. Try again.')
  }
  return { founding: roster.founding, version: entry.version, hash: await entryHash(entry) }
}
