import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { proofHeader, requestText } from '../../shared/devices/proofs.ts'
import { newId } from '../../shared/ids.ts'
import { sha256Hex } from '../../shared/json/digest.ts'
import { api, type ApiAnswer, type Method } from '../platform/api.ts'
import { loadDeviceKey } from './device-key.ts'
import { relayNow } from './relay-clock.ts'
import { deviceWords } from './words.ts'

/**
 * A request that the device's key signs beside the session: for what would outlive a stolen cookie. Throws as api does,
 * and a PerigeeError fit to be shown where this device has no key.
 */
export function signedApi(method: Method, path: string, body?: unknown): Promise<ApiAnswer> {
  return api(method, path, body, () => proofOf(method, path, body))
}

/** A fresh proof for each try: one counts once. */
async function proofOf(method: Method, path: string, body: unknown): Promise<string> {
  const key = await loadDeviceKey()
  if (key === null) throw new PerigeeError('forbidden', deviceWords.noKey)
  const { deviceId } = key
  const text = body === undefined ? '' : JSON.stringify(body)
  const bodySha256 = await sha256Hex(new TextEncoder().encode(text))
  const signed = { deviceId, method, path, host: location.host, at: relayNow(), nonce: newId(), bodySha256 }
  return proofHeader({ ...signed, signature: await key.signText(requestText(signed)) })
}
