import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '../../shared/ids.ts'
import { LIMITS } from '../../shared/limits.ts'

/** Bytes by their hash, in a folder. Who may read which is not its business. */
export interface BlobStore {
  /**
   * Takes a body that must have this hash, and as many bytes as a blob may unless fewer are said. It is there, whole and
   * synced, once `stored` is said. `record` writes down whose it is, before anybody can take the bytes for unused.
   */
  put(
    sha256: string,
    body: AsyncIterable<Uint8Array>,
    mostBytes?: number,
    record?: (bytes: number) => Promise<void>,
  ): Promise<PutOutcome>
  /** The bytes, or null where they are not there. */
  open(sha256: string): Promise<{ readonly bytes: number; readonly stream: Readable } | null>
  /** Lets go of bytes that nobody's record names any more; not of those that are being put just now. */
  remove(sha256: string): void
}

/** What became of a body. In all cases but `stored` nothing of it is left. */
export type PutOutcome =
  | { readonly outcome: 'stored'; readonly bytes: number }
  | { readonly outcome: 'wrong-hash' }
  | { readonly outcome: 'too-large' }
  | { readonly outcome: 'storage-full' }

/** Opens the store in `folder`, and removes what an earlier process left half written. */
export async function openBlobStore(folder: string, minFreeBytes: number): Promise<BlobStore> {
  const drafts = join(folder, 'incoming')
  await rm(drafts, { recursive: true, force: true })
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2))

  /** How many bodies of each hash are on their way. */
  const coming = new Map<string, number>()
  const count = (sha256: string, by: 1 | -1): void => {
    const now = (coming.get(sha256) ?? 0) + by
    if (now === 0) coming.delete(sha256)
    else coming.set(sha256, now)
  }

  return {
    async put(sha256, body, mostBytes = LIMITS.blobBytes, record) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < minFreeBytes) return { outcome: 'storage-full' }
      const draft = join(drafts, newId())
      count(sha256, 1)
      try {
        const written = await writeDraft(draft, sha256, body, mostBytes)
        if (written.outcome === 'stored') {
          await moveInto(draft, pathOf(sha256))
          await record?.(written.bytes)
        }
        return written
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return { outcome: 'storage-full' }
        throw error
      } finally {
        count(sha256, -1)
        await rm(draft, { force: true })
      }
    },

    remove(sha256) {
      // At once: a body that begins to come now finds them gone, and puts them anew.
      if (!coming.has(sha256)) rmSync(pathOf(sha256), { force: true })
    },

    async open(sha256) {
      const file = await open(pathOf(sha256), 'r').catch(() => null)
      if (file === null) return null
      return { bytes: (await file.stat()).size, stream: file.createReadStream() }
    },
  }
}

async function writeDraft(
  path: string,
  sha256: string,
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<PutOutcome> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) return { outcome: 'too-large' }
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    if (hash.digest('hex') !== sha256) return { outcome: 'wrong-hash' }
    await file.sync()
    return { outcome: 'stored', bytes }
  } finally {
    await file.close()
  }
}

async function moveInto(draft: string, path: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(draft, path)
  // The name must be as durable as the bytes, before an event may point to it.
  for (const entry of [folder, dirname(folder)]) {
    const handle = await open(entry, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}
