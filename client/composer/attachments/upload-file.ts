import { ErrorBody } from '../../../shared/codes/perigee-error.ts'
import { refusalText } from '../../i18n/refusals.ts'
import { fetchSignedIn } from '../../platform/fetch-signed-in.ts'
import type { HeldFile } from './held-files.ts'
import { attachmentWords } from './words.ts'

/** What became of handing a file in. `later`: the relay did not take it now, and another try may do. */
export type UploadOutcome =
  | { readonly outcome: 'kept' }
  | { readonly outcome: 'later' | 'refused'; readonly message: string }

/** A photo over a link of a train. */
const DEADLINE_MS = 120_000

const underWay = new Map<string, Promise<UploadOutcome>>()

/** Hands a file in for its thread. Asking twice at once is one upload, twice in turn harms nothing. Never throws. */
export function uploadFile(file: HeldFile): Promise<UploadOutcome> {
  const upload = underWay.get(file.id) ?? send(file).finally(() => underWay.delete(file.id))
  underWay.set(file.id, upload)
  return upload
}

async function send({ orbId, threadId, attachment, blob }: HeldFile): Promise<UploadOutcome> {
  const path = `/api/orbs/${orbId}/attachments/${attachment.sha256}?thread=${threadId}`
  const headers = { 'content-type': 'application/octet-stream' }
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const answer = await fetchSignedIn(path, { method: 'PUT', body: blob, headers, signal })
    if (answer.ok) return { outcome: 'kept' }
    const error = ErrorBody.safeParse(await answer.json().catch(() => null)).data?.error
    const message = error === undefined ? null : refusalText(error.code, error.message)
    // What stands before the relay may have a bound of its own, which no other try moves.
    if (answer.status === 413) return { outcome: 'refused', message: message ?? attachmentWords.tooLargeOnTheWay }
    // A relay that is full, closing or busy may take it later.
    const isFinal = message !== null && answer.status < 500 && answer.status !== 429
    return { outcome: isFinal ? 'refused' : 'later', message: message ?? attachmentWords.noAnswer }
  } catch {
    return { outcome: 'later', message: attachmentWords.noAnswer }
  }
}
