import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { UnreachableError, askRelay } from '../platform/api.ts'
import { forgetEverything } from './forget.ts'
import { markForgotten } from './forgotten.ts'
import { revokeOwnDevice } from './roster-client.ts'
import { endSession, knownSession, refreshSession } from './session.ts'
import { signOutWords } from './sign-out-words.ts'

/** What became of a sign-out. */
export type SignOutOutcome =
  /** Revoked by its own signature, and everything that this browser kept is cleared. */
  | { readonly outcome: 'signed-out' }
  /** The relay did not answer: nothing was cleared, and the device may still count. */
  | { readonly outcome: 'unreachable' }
  /** The relay took no notice: nothing was cleared. */
  | { readonly outcome: 'refused'; readonly message: string }

/** Revokes this device, ends its session, and clears everything that this browser kept. Never throws. */
export async function signOut(): Promise<SignOutOutcome> {
  try {
    await refreshSession()
    const session = knownSession()
    if (session === null) return { outcome: 'unreachable' }
    const revoked = await revokeOwnDevice(session.roster)
    if (revoked.outcome === 'conflict') return { outcome: 'refused', message: signOutWords.busy }
    if (revoked.outcome === 'refused') return { outcome: 'refused', message: revoked.message }
  } catch (error) {
    if (error instanceof UnreachableError) return { outcome: 'unreachable' }
    if (error instanceof PerigeeError) return { outcome: 'refused', message: error.message }
    throw error
  }
  // The revocation has ended the session already; this takes the cookie along where the relay still reads it.
  await askRelay('DELETE', '/api/session').catch(() => undefined)
  await forgetThisDevice()
  return { outcome: 'signed-out' }
}

/** Clears everything that this browser kept, without a word to the relay: an owner still has to revoke the device. */
export async function forgetThisDevice(): Promise<void> {
  endSession()
  await forgetEverything()
  markForgotten()
}
