import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { AppendOutcome, PAIRING_MS, RelayInfo, RecoverRequest } from '../../../shared/devices/pairing.ts'
import type { RecoveryKey } from '../../../shared/devices/recovery.ts'
import { BY_RECOVERY, signedEntry, type EntryHead, type RosterChange } from '../../../shared/devices/roster-entry.ts'
import { newId } from '../../../shared/ids.ts'
import { UnreachableError, askRelay } from '../../platform/api.ts'
import { becomeDevice } from '../become-device.ts'
import { keepCandidate, makeDeviceKey } from '../device-key.ts'
import { openSession } from '../open-session.ts'
import { dropPhrase, holdPhrase } from '../phrase/held-phrase.ts'
import { rememberedSession } from '../remembered-session.ts'

/** What became of a recovery. */
export type RecoverOutcome =
  | { readonly outcome: 'recovered' }
  /** These are no 12 words of a phrase: one is misspelt or missing. */
  | { readonly outcome: 'not-a-phrase' }
  /** A phrase, and not the one that counts here. */
  | { readonly outcome: 'wrong-phrase' }
  /** The relay has no owner, so there is nothing to recover. */
  | { readonly outcome: 'unpaired' }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'unreachable' | 'no-storage' }

/** A head that moved while the entry was signed is followed this often. */
const TRIES = 3

/**
 * Makes this device the only one, by the recovery phrase: every other is revoked, and a new phrase takes the old one's
 * place, to be shown next. Never throws.
 */
export async function recover(typed: string, personName: string, deviceName: string): Promise<RecoverOutcome> {
  try {
    return await run(typed, personName, deviceName)
  } catch (error) {
    if (error instanceof UnreachableError) return { outcome: 'unreachable' }
    if (error instanceof DOMException) return { outcome: 'no-storage' }
    if (!(error instanceof PerigeeError)) throw error
    return error.code === 'unpaired' ? { outcome: 'unpaired' } : { outcome: 'refused', message: error.message }
  }
}

async function run(typed: string, personName: string, name: string): Promise<RecoverOutcome> {
  const { newRecoveryPhrase, readRecoveryPhrase, recoveryKey } = await import('../../../shared/devices/recovery.ts')
  const phrase = readRecoveryPhrase(typed)
  if (phrase === null) return { outcome: 'not-a-phrase' }
  const { roster } = RelayInfo.parse((await askRelay('GET', '/api/relay')).body)
  if (roster === null) return { outcome: 'unpaired' }

  const [key, nextPhrase] = [await makeDeviceKey(), newRecoveryPhrase()]
  const personId = personOf(roster.founding)
  const { deviceId } = key
  const change: RosterChange = {
    kind: 'recover',
    device: { deviceId, name, personId, kind: 'browser', key: key.publicKey, account: null },
    person: { personId, name: personName, grants: [{ role: 'owner', scope: { kind: 'all' }, expiresAt: null }] },
    recoveryKey: recoveryKey(nextPhrase).key,
  }
  await keepCandidate({ key, founding: roster.founding, until: Date.now() + PAIRING_MS })
  holdPhrase({ phrase: nextPhrase, deviceId, replaces: true })
  const outcome = await append(recoveryKey(phrase), roster, change)
  const isOurs = outcome.outcome === 'appended' || (await openSession(key).then(Boolean, () => false))
  if (!isOurs) {
    dropPhrase()
    return readRefusal(outcome)
  }
  await becomeDevice(key, roster.founding)
  return { outcome: 'recovered' }
}

async function append(recovery: RecoveryKey, first: EntryHead, change: RosterChange): Promise<AppendOutcome> {
  for (let [tries, head] = [1, first]; ; tries++) {
    const entry = await signedEntry(head, { by: BY_RECOVERY, at: Date.now(), change }, recovery.sign)
    const request = RecoverRequest.parse({ entry })
    const outcome = AppendOutcome.parse((await askRelay('POST', '/api/recover', request)).body)
    if (outcome.outcome !== 'conflict' || tries === TRIES) return outcome
    head = outcome
  }
}

function readRefusal(outcome: AppendOutcome): RecoverOutcome {
  if (outcome.outcome !== 'refused') return { outcome: 'unreachable' }
  return outcome.problem === 'bad-signature'
    ? { outcome: 'wrong-phrase' }
    : { outcome: 'refused', message: outcome.message }
}

/** Who comes back on a device that they had signed in before is the same person; nobody else can be told apart. */
function personOf(founding: string): string {
  const last = rememberedSession()
  return last !== null && last.roster.founding === founding ? last.personId : newId()
}
