import { sha256Hex } from '../../shared/json/digest.ts'
import { fetchSignedIn } from '../platform/fetch-signed-in.ts'

/** What is shown at most of a large part: more would freeze the page, and nobody reads it there. */
export const SHOWN_BYTES = 2 * 1024 * 1024

/**
 * The text of a blob, its first 2 MiB where it is larger. What a decision hangs on may be in it, so its bytes must have
 * the hash by which they were named. Throws an Error whose message is fit to be shown.
 */
export async function loadBlobText(orbId: string, sha256: string): Promise<string> {
  const response = await fetchSignedIn(`/api/orbs/${orbId}/blobs/${sha256}`).catch(() => null)
  if (response === null) throw new Error('The relay did not answer. Try again.')
  if (response.status === 404) throw new Error('The relay does not have this part: the orb may still be sending it.')
  if (!response.ok) throw new Error('The relay did not give this part. Try again.')
  const body = await response.arrayBuffer().catch(() => null)
  if (body === null) throw new Error('The connection broke before all of this part had come. Try again.')
  const bytes = new Uint8Array(body)
  if ((await sha256Hex(bytes)) !== sha256)
    throw new Error('The relay gave something else than this part. Do not trust it.')
  const text = new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES))
  return bytes.length > SHOWN_BYTES ? text + '\n… cut here: the rest is not shown' : text
}
