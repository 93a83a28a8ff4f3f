import { sessionText } from '../../shared/devices/proofs.ts'
import { Session, SessionNonce, type SessionRequest } from '../../shared/http/api.ts'
import { askRelay } from '../platform/api.ts'
import type { DeviceKey } from './device-key.ts'

/**
 * Opens a session by a signature over the relay's nonce; the answer sets the cookie. Throws UnreachableError, and
 * PerigeeError `forbidden` for a revoked device and `unauthenticated` for one that the relay does not know.
 */
export async function openSession(key: DeviceKey): Promise<Session> {
  const { nonce } = SessionNonce.parse((await askRelay('POST', '/api/session/nonce', {})).body)
  const signature = await key.signText(sessionText(location.origin, nonce, key.deviceId))
  const request: SessionRequest = { deviceId: key.deviceId, nonce, signature }
  return Session.parse((await askRelay('POST', '/api/session', request)).body)
}
