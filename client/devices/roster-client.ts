import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { AppendOutcome, RosterPage, type AppendRequest } from '../../shared/devices/pairing.ts'
import { signedEntry, type EntryHead, type RosterChange, type RosterEntry } from '../../shared/devices/roster-entry.ts'
import { foldEntry, foldRoster, type Roster } from '../../shared/devices/roster.ts'
import { refusalText } from '../i18n/refusals.ts'
import { api } from '../platform/api.ts'
import { loadDeviceKey, type DeviceKey } from './device-key.ts'
import { pinnedRoster, pinSeen, standingOfPin } from './pin.ts'
import { relayNow } from './relay-clock.ts'
import { rosterWords } from './roster-words.ts'

/** A roster that this device has checked from its first entry on. */
export interface CheckedRoster {
  readonly roster: Roster
  readonly entries: readonly RosterEntry[]
}

/**
 * The whole roster, for an owner: folded here, entry by entry, and held against what is pinned on this device.
 * Throws a PerigeeError fit to be shown where it is not the roster that this device believes, and as api does.
 */
export async function loadRoster(): Promise<CheckedRoster> {
  const { entries } = RosterPage.parse((await api('GET', '/api/roster')).body)
  const pin = await pinnedRoster()
  const folded = await foldRoster(entries, pin?.founding ?? null)
  if (folded.outcome === 'refused')
    throw new PerigeeError('conflict', rosterWords.unbelievable(refusalText(folded.problem, folded.message)))
  const { roster } = folded
  const standing = pin === null ? 'goes-on' : await standingOfPin(pin, roster, entries)
  if (standing !== 'goes-on') throw new PerigeeError('conflict', rosterWords[standing])
  await pinSeen(roster)
  return { roster, entries }
}

/**
 * Signs a change on top of the newest entry and hands it to the relay; once more where another one came first.
 * `invitationId`: the pairing that it confirms. Checked here first: what cannot follow is `refused` and not sent.
 * Throws a PerigeeError where this device's key is gone, and as api does.
 */
export async function appendChange(change: RosterChange, invitationId: string | null = null): Promise<AppendOutcome> {
  const key = await ownKey()
  const outcome = await appendTo((await loadRoster()).roster, key, change, invitationId)
  return outcome.outcome === 'conflict' ? appendTo((await loadRoster()).roster, key, change, invitationId) : outcome
}

async function appendTo(
  roster: Roster,
  key: DeviceKey,
  change: RosterChange,
  invitationId: string | null,
): Promise<AppendOutcome> {
  const entry = await signEntry(roster, key, change)
  const folded = await foldEntry(roster, entry)
  if (folded.outcome === 'refused') return folded
  return send({ entry, invitationId })
}

/**
 * Revokes this very device, by its own key: anybody may do that, also who cannot read the roster. `head`: the newest
 * entry as the session says; where it has moved on, the relay's word is taken once. Throws as api does.
 */
export async function revokeOwnDevice(head: EntryHead): Promise<AppendOutcome> {
  const key = await ownKey()
  const change: RosterChange = { kind: 'device.revoke', deviceId: key.deviceId, why: 'signed-out' }
  const outcome = await send({ entry: await signEntry(head, key, change), invitationId: null })
  if (outcome.outcome !== 'conflict') return outcome
  return send({ entry: await signEntry(outcome, key, change), invitationId: null })
}

function signEntry(head: EntryHead, key: DeviceKey, change: RosterChange): Promise<RosterEntry> {
  return signedEntry(head, { by: key.deviceId, at: relayNow(), change }, (text) => key.signText(text))
}

async function send(request: AppendRequest): Promise<AppendOutcome> {
  return AppendOutcome.parse((await api('POST', '/api/roster', request)).body)
}

async function ownKey(): Promise<DeviceKey> {
  const key = await loadDeviceKey().catch(() => null)
  if (key === null) throw new PerigeeError('unauthenticated', rosterWords.noKey)
  return key
}
