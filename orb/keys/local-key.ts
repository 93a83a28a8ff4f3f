import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { localProofText } from '../../shared/link/messages.ts'
import { newId } from '../../shared/ids.ts'
import { readSecretFile } from './secret-file.ts'

/** The relay's local key, by which "the same user on this machine" is proved; null where the relay has not made one. */
export function readLocalKey(relayState: string): Uint8Array | null {
  return readSecretFile(join(relayState, 'local.key'))
}

/** HMAC-SHA-256 of a text under a local key, base64url. */
export function localProof(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('base64url')
}

/** The Authorization header that proves one HTTP request to the relay on this machine. */
export function localAuthorization(key: Uint8Array, method: string, path: string, at: number): string {
  const nonce = newId()
  return `Perigee-Local at=${at},nonce=${nonce},proof=${localProof(key, localProofText(method, path, at, nonce))}`
}
