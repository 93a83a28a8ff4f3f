import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import type { RelyingParty } from '../../../shared/devices/keys.ts'
import { AppendOutcome, INVITATION_MS, RelayInfo, type FirstPairing } from '../../../shared/devices/pairing.ts'
import { entryHash, signedEntry, type RosterChange, type RosterEntry } from '../../../shared/devices/roster-entry.ts'
import { newId } from '../../../shared/ids.ts'
import { UnreachableError, askRelay } from '../../platform/api.ts'
import { becomeDevice } from '../become-device.ts'
import { keepCandidate, makeDeviceKey, type DeviceKey } from '../device-key.ts'
import { openSession } from '../open-session.ts'
import { dropPhrase, holdPhrase } from '../phrase/held-phrase.ts'

/** A relay's first entry, ready to be sent: the same one goes again where the relay was silent. */
export interface Founding {
  readonly key: DeviceKey
  readonly entry: RosterEntry
  readonly hash: string
  readonly phrase: string
}

/** What became of a first pairing. */
export type FoundOutcome =
  | { readonly outcome: 'founded' }
  /** The link or the code is not good, or no more; the relay says why. */
  | { readonly outcome: 'refused'; readonly message: string }
  /** Somebody owns this relay already. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'unreachable' }
  /** This browser does not store keys. */
  | { readonly outcome: 'no-storage' }

/** Makes this device's key, the recovery phrase, and the entry that founds the roster. Takes some 100 ms. */
export async function prepareFounding(personName: string, deviceName: string): Promise<Founding> {
  // The word list and the key derivation are heavy, and are needed once in a relay's life.
  const { newRecoveryPhrase, recoveryKey } = await import('../../../shared/devices/recovery.ts')
  const key = await makeDeviceKey()
  const phrase = newRecoveryPhrase()
  const personId = newId()
  const { deviceId } = key
  const change: RosterChange = {
    kind: 'found',
    device: { deviceId, name: deviceName, personId, kind: 'browser', key: key.publicKey, account: null },
    person: { personId, name: personName, grants: [{ role: 'owner', scope: { kind: 'all' }, expiresAt: null }] },
    recoveryKey: recoveryKey(phrase).key,
    party: await relyingParty(),
  }
  const entry = await signedEntry(null, { by: deviceId, at: Date.now(), change }, (text) => key.signText(text))
  return { key, entry, hash: await entryHash(entry), phrase }
}

/** Founds the roster. A relay that has this very entry already, since an answer was lost, counts as founded. Never throws. */
export async function foundRelay(founding: Founding, proof: FirstPairing['proof']): Promise<FoundOutcome> {
  const { key, entry, hash, phrase } = founding
  try {
    await keepCandidate({ key, founding: hash, until: Date.now() + INVITATION_MS })
  } catch {
    return { outcome: 'no-storage' }
  }
  holdPhrase({ phrase, deviceId: key.deviceId, replaces: false })
  const request: FirstPairing = { proof, entry }
  const outcome = await send(request)
  const isOurs = outcome.outcome === 'founded' || (outcome.outcome !== 'unreachable' && (await isKnown(key)))
  if (outcome.outcome === 'unreachable') return outcome
  if (!isOurs) {
    dropPhrase()
    return outcome
  }
  await becomeDevice(key, hash)
  return { outcome: 'founded' }
}

async function send(request: FirstPairing): Promise<FoundOutcome> {
  try {
    const became = AppendOutcome.parse((await askRelay('POST', '/api/pairing/first', request)).body)
    if (became.outcome === 'appended') return { outcome: 'founded' }
    return became.outcome === 'conflict' ? { outcome: 'taken' } : { outcome: 'refused', message: became.message }
  } catch (error) {
    if (error instanceof UnreachableError) return { outcome: 'unreachable' }
    if (!(error instanceof PerigeeError)) throw error
    return error.code === 'conflict' ? { outcome: 'taken' } : { outcome: 'refused', message: error.message }
  }
}

async function isKnown(key: DeviceKey): Promise<boolean> {
  try {
    await openSession(key)
    return true
  } catch {
    return false
  }
}

/** Passkeys are bound to the address that people will use: the relay's public one where it has one. */
async function relyingParty(): Promise<RelyingParty | null> {
  const info = RelayInfo.parse((await askRelay('GET', '/api/relay')).body)
  const url = new URL(info.publicUrl ?? location.origin)
  return url.protocol === 'https:' ? { id: url.hostname, origin: url.origin } : null
}
