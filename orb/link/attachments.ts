import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Attachment } from '../../shared/commands/attachments.ts'
import { orbUrl } from './orb-url.ts'

/** How long a file is tried for while the link is down or breaks, and the pause between two tries. */
const TRY_MS = 60_000
const PAUSE_MS = 1000

/** Fetches the files of prompts from the relay, which has them before it hands down the prompt. */
export class AttachmentFetch {
  readonly #base: string
  #ticket: string | null = null

  /** `relayUrl` as the link has it, `orbId` whose prompts they go with. */
  constructor(relayUrl: string, orbId: string) {
    this.#base = `${orbUrl(relayUrl, orbId)}attachments/`
  }

  /** The link is up: its ticket authorises while it lives. Null: the link is down. */
  use(ticket: string | null): void {
    this.#ticket = ticket
  }

  /**
   * The bytes of a file, with the hash that its prompt names.
   * @throws PerigeeError with a sentence where the relay does not have it or cannot be reached
   */
  async fetch({ sha256, bytes, name }: Attachment): Promise<Buffer> {
    for (const until = Date.now() + TRY_MS; Date.now() < until; await sleep(PAUSE_MS)) {
      const answer = await this.#ask(sha256)
      if (answer === null) continue
      if (answer.status === 404) break
      const found = answer.ok ? await bodyOf(answer, bytes) : null
      // What broke on its way is fetched again.
      if (found !== null && createHash('sha256').update(found).digest('hex') === sha256) return found
    }
    throw new PerigeeError('unavailable', `The file "${name}" could not be fetched from the relay. Nothing was given.`)
  }

  async #ask(sha256: string): Promise<Response | null> {
    if (this.#ticket === null) return null
    const headers = { authorization: `Bearer ${this.#ticket}` }
    return fetch(this.#base + sha256, { headers, signal: AbortSignal.timeout(TRY_MS) }).catch(() => null)
  }
}

/** A body of so many bytes; null where it is another, of which no more is read than that. */
async function bodyOf(answer: Response, bytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of answer.body ?? []) {
      length += part.byteLength
      if (length > bytes) return null
      parts.push(part)
    }
  } catch {
    return null
  }
  return length === bytes ? Buffer.concat(parts) : null
}
