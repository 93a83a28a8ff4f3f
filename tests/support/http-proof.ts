import { proofHeader, requestText } from '../../shared/devices/proofs.ts'
import { newId } from '../../shared/ids.ts'
import { sha256Hex } from '../../shared/json/digest.ts'
import type { TestDevice } from './roster.ts'

/** One request that a device's key proves. `changes` go over what is signed, and stand in the header as well. */
export async function proofOf(
  by: TestDevice,
  request: { readonly method: string; readonly path: string; readonly host: string; readonly body?: string },
  changes: { readonly at?: number; readonly nonce?: string } = {},
): Promise<string> {
  const { method, path, host, body = '' } = request
  const { deviceId } = by.device
  const bodySha256 = await sha256Hex(new TextEncoder().encode(body))
  const fields = { deviceId, at: Date.now(), nonce: newId(), bodySha256, ...changes }
  return proofHeader({ ...fields, signature: await by.sign(requestText({ ...fields, method, path, host })) })
}
