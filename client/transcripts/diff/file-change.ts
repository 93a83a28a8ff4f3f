import type { LargePart } from '../../blobs/large-part.ts'
import type { LoadLarge } from '../../blobs/large-texts.ts'
import { SHOWN_BYTES } from '../../blobs/load-blob.ts'

/** A change of one file, as a harness gives it. `oldText` null: new file; `newText` null: deleted. */
export interface FileChange {
  readonly path: string
  readonly oldText: string | null
  readonly newText: string | null
  /** Given where a side is not here: the texts are beginnings then, and nothing may be concluded from them. */
  readonly large?: LargeChange | undefined
}

/** The sides as they came: texts, null, or references. */
export interface LargeChange {
  readonly oldText: unknown
  readonly newText: unknown
  readonly parts: readonly LargePart[]
}

/** Bytes of the sides that are not here; 0 where all is. */
export function missingBytes(change: FileChange): number {
  return (change.large?.parts ?? []).reduce((sum, part) => sum + part.bytes, 0)
}

/** True where a side is larger than anything that is shown. */
export function isTooLarge(change: FileChange): boolean {
  return (change.large?.parts ?? []).some((part) => part.bytes > SHOWN_BYTES)
}

/** The change with both sides whole. Rejects as `load` does. */
export async function loadChange(change: FileChange, load: LoadLarge): Promise<FileChange> {
  const { path, large } = change
  if (large === undefined) return change
  const whole = (side: unknown): Promise<string | null> | string | null => {
    const part = large.parts.find((one) => one === side)
    return part === undefined ? (typeof side === 'string' ? side : null) : load(part.sha256)
  }
  const [oldText, newText] = await Promise.all([whole(large.oldText), whole(large.newText)])
  return { path, oldText, newText }
}
