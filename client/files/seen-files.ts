import { del, entries, get, set } from 'idb-keyval'
import { deviceStore } from '../platform/device-store.ts'

/** So many of the files that were seen last stay readable without the relay. */
const KEPT = 40

interface SeenFile {
  readonly at: number
  readonly blob: Blob
}

const files = deviceStore('perigee-seen-files', 'files')

/** A file that this device has seen, by its hash; null where it has not, or let it go. */
export async function seenFile(sha256: string): Promise<Blob | null> {
  const found = await get<SeenFile>(sha256, files()).catch(() => undefined)
  return found?.blob ?? null
}

/** Keeps a file for the time without a relay, in place of the one that was seen first. Storage that refuses keeps none. */
export async function keepSeenFile(sha256: string, blob: Blob): Promise<void> {
  try {
    await set(sha256, { at: Date.now(), blob } satisfies SeenFile, files())
    const all = await entries<string, SeenFile>(files())
    const oldest = all.toSorted(([, one], [, other]) => other.at - one.at).slice(KEPT)
    for (const [key] of oldest) await del(key, files())
  } catch {
    // What is not kept is fetched again.
  }
}
