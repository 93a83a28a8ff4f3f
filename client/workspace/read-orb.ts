import type * as z from 'zod/mini'
import { ErrorBody } from '../../shared/codes/perigee-error.ts'
import { READ_LIMITS } from '../../shared/reads/reads.ts'
import { refusalText } from '../i18n/refusals.ts'
import { fetchSignedIn } from '../platform/fetch-signed-in.ts'
import { workspaceWords } from './words.ts'

/** To the first byte. The relay waits for an orb so long, and its own word that nothing came has to arrive before. */
export const ORB_DEADLINE_MS = READ_LIMITS.firstByteMs + 10_000

/** Something read from an orb, or why it was not, in a sentence. */
export type OrbAnswer<Value> =
  | { readonly is: 'here'; readonly value: Value }
  | { readonly is: 'not'; readonly message: string }

/** Reads JSON from an orb by way of the relay. Never rejects. */
export async function readOrb<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<OrbAnswer<z.infer<Schema>>> {
  const answer = await fetchFromOrb(path)
  if (answer.is === 'not') return answer
  const body: unknown = await answer.value
    .text()
    .then(JSON.parse)
    .catch(() => null)
  const parsed = schema.safeParse(body)
  return parsed.success ? { is: 'here', value: parsed.data } : { is: 'not', message: workspaceWords.odd }
}

/** Fetches a file or an archive from an orb. Never rejects; a page is never left for an error. */
export async function fetchFromOrb(path: string): Promise<OrbAnswer<Blob>> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), ORB_DEADLINE_MS)
  try {
    const response = await fetchSignedIn(path, { cache: 'no-store', signal: silence.signal })
    clearTimeout(timer)
    if (response.ok) return { is: 'here', value: await response.blob() }
    const error = ErrorBody.safeParse(await response.json().catch(() => null))
    return {
      is: 'not',
      message: error.success
        ? refusalText(error.data.error.code, error.data.error.message)
        : workspaceWords.unreachable,
    }
  } catch {
    return { is: 'not', message: workspaceWords.unreachable }
  } finally {
    clearTimeout(timer)
  }
}

/** Gives a file to the device, as a download. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
