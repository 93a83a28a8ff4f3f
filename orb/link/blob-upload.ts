import { orbUrl } from './orb-url.ts'
import type { BlobStore, WaitingBlob } from '../spool/blob-store.ts'

/** A pause after an upload that failed for a reason that can pass. */
const RETRY_MS = 3000

/**
 * Brings blobs to the relay, one at a time, beside the link: they must never delay a decision. Each says which thread it
 * belongs to, since the relay does not read the bodies that refer to it.
 */
export class BlobUpload {
  readonly #blobs: BlobStore
  readonly #base: string
  #ticket: string | null = null
  #busy = false
  #retry: NodeJS.Timeout | null = null

  /** `relayUrl` as the link has it, `orbId` whose blobs they are. */
  constructor(blobs: BlobStore, relayUrl: string, orbId: string) {
    this.#blobs = blobs
    this.#base = `${orbUrl(relayUrl, orbId)}blobs/`
  }

  /** The link is up: its ticket authorises uploads while it lives. Null: the link is down. */
  use(ticket: string | null): void {
    this.#ticket = ticket
    this.wake()
  }

  /** Looks for blobs to bring. Cheap where there are none. */
  wake(): void {
    if (this.#busy || this.#ticket === null || this.#retry !== null) return
    this.#busy = true
    void this.#uploadAll()
      .catch(() => this.#later())
      .finally(() => (this.#busy = false))
  }

  /** Ends: no try is made any more. */
  stop(): void {
    this.#ticket = null
    if (this.#retry !== null) clearTimeout(this.#retry)
  }

  async #uploadAll(): Promise<void> {
    for (let blobs = this.#blobs.waiting(16); blobs.length > 0; blobs = this.#blobs.waiting(16)) {
      for (const blob of blobs) {
        const ticket = this.#ticket
        if (ticket === null) return
        if (!(await this.#upload(blob, ticket))) {
          this.#later()
          return
        }
      }
    }
  }

  async #upload(blob: WaitingBlob, ticket: string): Promise<boolean> {
    const { sha256, threadId } = blob
    const bytes = await this.#blobs.read(sha256)
    if (bytes !== null) {
      const answer = await fetch(this.#base + sha256 + (threadId === null ? '' : `?thread=${threadId}`), {
        method: 'PUT',
        headers: { authorization: `Bearer ${ticket}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
      await answer.arrayBuffer()
      // Refused for what it is: another try ends the same way.
      const never = answer.status === 400 || answer.status === 413
      if (!answer.ok && !never) return false
    }
    this.#blobs.done(blob)
    return true
  }

  #later(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = null
      this.wake()
    }, RETRY_MS)
  }
}
