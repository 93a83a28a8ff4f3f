import { sha256Hex } from '../../shared/json/digest.ts'
import { fetchSignedIn } from '../platform/fetch-signed-in.ts'
import { blobWords } from './words.ts'

/** What is shown at most of a large part: more would freeze the page, and nobody reads it there. */
export const SHOWN_BYTES = 2 * 1024 * 1024

/**
 * The text of a blob, its first 2 MiB where it is larger. What a decision hangs on may be in it, so its bytes must have
 * the hash by which they were named. Throws an Error whose message is fit to be shown.
 */
export async function loadBlobText(orbId: string, sha256: string): Promise<string> {
  const response = await fetchSignedIn(`/api/orbs/${orbId}/blobs/${sha256}`).catch(() => null)
  if (response === null) throw new Error(blobWords.noAnswer)
  if (response.status === 404) throw new Error(blobWords.notThere)
  if (!response.ok) throw new Error(blobWords.refused)
  const body = await response.arrayBuffer().catch(() => null)
  if (body === null) throw new Error(blobWords.broken)
  const bytes = new Uint8Array(body)
  if ((await sha256Hex(bytes)) !== sha256) throw new Error(blobWords.other)
  const text = new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES))
  return bytes.length > SHOWN_BYTES ? `${text}\n${blobWords.cut}` : text
}
