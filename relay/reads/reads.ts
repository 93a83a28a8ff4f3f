import type * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { ErrorCode } from '../../shared/codes/error-codes.ts'
import { newId } from '../../shared/ids.ts'
import type { ReadCancelled, ReadMessage, ReadRefused } from '../../shared/link/messages.ts'
import { READ_LIMITS, type Read, type ReadRefusal } from '../../shared/reads/reads.ts'
import { OpenRead, readerGone, type ReadAnswer } from './open-read.ts'

/** What JSON of the largest diff takes, with every byte of it escaped. */
const JSON_BYTES = 16 * 1024 * 1024
/** A runner's sentence is shown to people. */
const SAYS_CHARS = 500

const CODES: Readonly<Record<ReadRefusal, ErrorCode>> = {
  'not-found': 'not-found',
  'too-large': 'too-large',
  busy: 'too-many',
  unavailable: 'unavailable',
}

/** The present link of an orb, as far as reads need it. */
export interface ReadLink {
  readonly orbId: string
  /** Its runner knows what a read is. */
  readonly answersReads: boolean
  tell(message: z.infer<typeof ReadMessage> | z.infer<typeof ReadCancelled>): void
}

/** Everybody who waits for something from an orb, or is being given it. Nothing of it is stored or logged. */
export interface Reads {
  /**
   * Asks an orb. `gone`: aborted when the reader leaves; `mayStill`: asked again whenever the roster changes.
   * @throws PerigeeError where the orb refuses, does not answer, or has enough to answer
   */
  ask(link: ReadLink, read: Read, gone: AbortSignal, mayStill: () => boolean): Promise<ReadAnswer>
  /**
   * An orb answers: resolves once the reader has all of it. Each read is answered once, by the orb that was asked.
   * @throws PerigeeError `not-found` for any other, `gone` where the reader left or the answer was cut
   */
  answer(orbId: string, readId: string, body: ReadableStream<Uint8Array>, bytes: number | null): Promise<void>
  /** An orb says why it does not answer. */
  refused(link: ReadLink, refusal: z.infer<typeof ReadRefused>): void
  /** A link is gone: what was asked over it has no answer, and what was being answered is cut. */
  gone(link: ReadLink): void
  /** The roster has changed: whoever may no longer see an orb reads no further. */
  recheck(): void
}

/** Nobody waits yet. */
export function createReads(firstByteMs: number = READ_LIMITS.firstByteMs): Reads {
  const open = new Map<string, { readonly read: OpenRead; readonly maxBytes: number }>()
  const all = () => [...open.values()].map(({ read }) => read)

  return {
    async ask(link, read, gone, mayStill) {
      if (!link.answersReads) {
        const says = 'This orb runs an older Perigee, which cannot show its files. Update Perigee there, and try again.'
        throw new PerigeeError('not-supported', says)
      }
      if (all().filter((one) => one.link.orbId === link.orbId).length >= READ_LIMITS.perOrb) {
        throw new PerigeeError('too-many', 'This orb is answering as much as it can. Try again in a moment.')
      }
      const readId = newId()
      const one = new OpenRead(link, mayStill, firstByteMs, () => open.delete(readId))
      const isFile = read.kind === 'workspace.file' || read.kind === 'workspace.archive'
      open.set(readId, { read: one, maxBytes: isFile ? READ_LIMITS.fileBytes : JSON_BYTES })
      const leave = () => {
        // Also while it is being answered: what the runner still prepares is for nobody.
        if (open.has(readId)) link.tell({ t: 'read.cancelled', readId })
        one.end(readerGone())
      }
      gone.addEventListener('abort', leave, { once: true })
      if (gone.aborted) leave()
      else link.tell({ t: 'read', readId, read })
      return one.answer
    },
    async answer(orbId, readId, body, bytes) {
      const found = open.get(readId)
      // Whose it is decides; that somebody else's is there is not told.
      if (found === undefined || found.read.link.orbId !== orbId || !found.read.isAsked) {
        throw new PerigeeError('not-found', 'Nobody waits for this read.')
      }
      if (!(await found.read.pass(body, bytes, found.maxBytes))) throw readerGone()
    },
    refused(link, { readId, reason, message }) {
      const found = open.get(readId)
      if (found === undefined || found.read.link !== link || !found.read.isAsked) return
      const says = message.replace(/\p{C}/gu, ' ').slice(0, SAYS_CHARS)
      found.read.end(new PerigeeError(CODES[reason], says === '' ? 'The orb does not answer this.' : says))
    },
    gone(link) {
      const lost = () => new PerigeeError('unavailable', 'The orb went away before it had answered. Try again.')
      for (const one of all()) if (one.link === link) one.end(lost())
    },
    recheck() {
      const no = () => new PerigeeError('forbidden', 'You may no longer see this orb.')
      for (const one of all()) if (!one.mayStill()) one.end(no())
    },
  }
}
