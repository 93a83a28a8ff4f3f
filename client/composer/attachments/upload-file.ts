import { ErrorBody } from '../../../shared/codes/perigee-error.ts'
import { refusalText } from '../../i18n/refusals.ts'
import { fetchSignedIn } from '../../platform/fetch-signed-in.ts'
import type { HeldFile } from './held-files.ts'

/** What became of handing a file in. `later`: the relay did not answer, and another try may do. */
export type UploadOutcome =
  | { readonly outcome: 'kept' }
  | { readonly outcome: 'later' }
  | { readonly outcome: 'refused'; readonly message: string }

/** A photo over a link of a train. */
const DEADLINE_MS = 120_000

/** Hands a file in for its thread. Doing it twice harms nothing. Never throws. */
export async function uploadFile({ orbId, threadId, attachment, blob }: HeldFile): Promise<UploadOutcome> {
  const path = `/api/orbs/${orbId}/attachments/${attachment.sha256}?thread=${threadId}`
  const headers = { 'content-type': 'application/octet-stream' }
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const answer = await fetchSignedIn(path, { method: 'PUT', body: blob, headers, signal })
    if (answer.ok) return { outcome: 'kept' }
    const error = ErrorBody.safeParse(await answer.json().catch(() => null)).data?.error
    // A relay that is full, closing or busy may take it later.
    if (error === undefined || answer.status >= 500 || answer.status === 429) return { outcome: 'later' }
    return { outcome: 'refused', message: refusalText(error.code, error.message) }
  } catch {
    return { outcome: 'later' }
  }
}
