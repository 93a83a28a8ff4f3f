import type * as z from 'zod/mini'
import { ErrorBody, PerigeeError } from '../../shared/codes/perigee-error.ts'
import { refusalText } from '../i18n/refusals.ts'
import { api, UnreachableError } from '../platform/api.ts'
import { fetchSignedIn } from '../platform/fetch-signed-in.ts'
import { workspaceWords } from './words.ts'

/** Something read from an orb, or why it was not, in a sentence. */
export type OrbAnswer<Value> =
  | { readonly is: 'here'; readonly value: Value }
  | { readonly is: 'not'; readonly message: string }

/** Reads JSON from an orb by way of the relay. Never rejects. */
export async function readOrb<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<OrbAnswer<z.infer<Schema>>> {
  try {
    const { body } = await api('GET', path)
    const parsed = schema.safeParse(body)
    return parsed.success ? { is: 'here', value: parsed.data } : { is: 'not', message: workspaceWords.odd }
  } catch (error) {
    return { is: 'not', message: sentenceOf(error) }
  }
}

/** Fetches a file or an archive from an orb. Never rejects; a page is never left for an error. */
export async function fetchFromOrb(path: string): Promise<OrbAnswer<Blob>> {
  try {
    const response = await fetchSignedIn(path, { cache: 'no-store' })
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

function sentenceOf(error: unknown): string {
  if (error instanceof PerigeeError) return error.message
  if (error instanceof UnreachableError) return workspaceWords.unreachable
  return workspaceWords.odd
}
