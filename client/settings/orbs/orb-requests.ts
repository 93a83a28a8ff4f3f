import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { newEnrolment, writeEnrolment, type RenewedOrb } from '../../../shared/devices/enrolment.ts'
import { newSecret, secretHash } from '../../../shared/devices/pairing.ts'
import { newId } from '../../../shared/ids.ts'
import { NoteTokens, type NewNoteToken } from '../../../shared/notes/notes.ts'
import { loadDeviceKey } from '../../devices/device-key.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { knownSession } from '../../devices/session.ts'
import { signedApi } from '../../devices/signed-request.ts'
import { api } from '../../platform/api.ts'
import { settingsWords } from '../words.ts'

/** An enrolment as one word to paste, and until when it counts (ms, the relay's clock). */
export interface MadeEnrolment {
  readonly word: string
  readonly expiresAt: number
}

/**
 * Signs an enrolment and gives the relay what it may know of it. `relay`: the address that the orb dials.
 * Throws a PerigeeError fit to be shown, and as api does.
 */
export async function makeEnrolment(relay: string, orb: RenewedOrb): Promise<MadeEnrolment> {
  const [key, session] = [await loadDeviceKey(), knownSession()]
  if (key === null || session === null) throw new PerigeeError('unauthenticated', settingsWords.notSigned)
  const { founding, version: rosterVersion } = session.roster
  const signer = { founding, rosterVersion, by: key.deviceId, at: relayNow() }
  const made = await newEnrolment(relay, orb, signer, (text) => key.signText(text))
  const { enrolment } = made
  await api('POST', '/api/enrolments', { enrolment })
  return { word: writeEnrolment(made), expiresAt: enrolment.expiresAt }
}

/** Removes an orb for good. Throws as api does. */
export async function removeOrb(orbId: string): Promise<void> {
  await signedApi('DELETE', `/api/orbs/${orbId}`)
}

/** The note tokens of an orb that count. Throws as api does. */
export async function loadNoteTokens(orbId: string): Promise<NoteTokens['tokens']> {
  return NoteTokens.parse((await api('GET', `/api/orbs/${orbId}/note-tokens`)).body).tokens
}

/** Makes a note token: the relay learns its hash alone, so that it is shown here once. Throws as api does. */
export async function makeNoteToken(orbId: string, name: string, threadId: string): Promise<string> {
  const token = newSecret() + newSecret()
  const made: NewNoteToken = { tokenId: newId(), name, threadId, tokenSha256: await secretHash(token) }
  await signedApi('POST', `/api/orbs/${orbId}/note-tokens`, made)
  return token
}

/** Revokes a note token. Throws as api does. */
export async function revokeNoteToken(orbId: string, tokenId: string): Promise<void> {
  await api('DELETE', `/api/orbs/${orbId}/note-tokens/${tokenId}`)
}
