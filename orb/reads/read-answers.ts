import { toPerigeeError } from '../../shared/codes/perigee-error.ts'
import type { ErrorCode } from '../../shared/codes/error-codes.ts'
import { READ_LIMITS, type Read, type ReadRefusal } from '../../shared/reads/reads.ts'
import { orbUrl } from '../link/orb-url.ts'
import { answerOf, type ReadSources } from './read-sources.ts'
import { sendAnswer } from './send-answer.ts'

const REASONS: Readonly<Partial<Record<ErrorCode, ReadRefusal>>> = {
  'not-found': 'not-found',
  'too-large': 'too-large',
  'too-many': 'busy',
}

/** The relay asks less at once; one that was taken back may take a moment to end. */
const AT_ONCE = 2 * READ_LIMITS.perOrb

/** Tells the relay why a read has no answer. */
export type Refuse = (readId: string, reason: ReadRefusal, message: string) => void

/** Answers what people read from the orb, each by a request of its own beside the link: it must never delay a decision. */
export class ReadAnswers {
  readonly #sources: ReadSources
  readonly #base: string
  readonly #refuse: Refuse
  readonly #open = new Map<string, AbortController>()
  #ticket: string | null = null

  /** `relayUrl` as the link has it. */
  constructor(sources: ReadSources, relayUrl: string, orbId: string, refuse: Refuse) {
    this.#sources = sources
    this.#base = `${orbUrl(relayUrl, orbId)}reads/`
    this.#refuse = refuse
  }

  /** The link is up: its ticket authorises answers while it lives. Null: it is down, and nobody waits any more. */
  use(ticket: string | null): void {
    this.#ticket = ticket
    for (const controller of this.#open.values()) controller.abort()
  }

  /** Somebody wants to read. */
  take(readId: string, read: Read): void {
    const ticket = this.#ticket
    if (ticket === null || this.#open.has(readId)) return
    if (this.#open.size >= AT_ONCE) {
      this.#refuse(readId, 'busy', 'This orb is answering as much as it can. Try again in a moment.')
      return
    }
    const controller = new AbortController()
    this.#open.set(readId, controller)
    void this.#answer(readId, read, ticket, controller.signal).finally(() => this.#open.delete(readId))
  }

  /** Nobody waits for this any more. */
  cancelled(readId: string): void {
    this.#open.get(readId)?.abort()
  }

  async #answer(readId: string, read: Read, ticket: string, signal: AbortSignal): Promise<void> {
    let found
    try {
      found = await answerOf(this.#sources, read, signal)
    } catch (error) {
      if (signal.aborted) return
      const { code, message } = toPerigeeError(error)
      this.#refuse(readId, REASONS[code] ?? 'unavailable', message)
      return
    }
    // What breaks on the way the reader sees for itself: the answer ends too early.
    await sendAnswer({ url: this.#base + readId, ticket, signal }, found).catch(() => found.body.destroy())
  }
}
