import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { ReadLink } from './reads.ts'

/** A reader that takes nothing, or an orb that brings nothing, for this long keeps a place from others. */
const STALL_MS = 60_000

/** What a reader gets. */
export interface ReadAnswer {
  readonly body: ReadableStream<Uint8Array>
  /** How many bytes it will be, where the runner said so. */
  readonly bytes: number | null
}

/** One read, from the question to its last byte. It ends once: passed on whole, refused, or cut. */
export class OpenRead {
  readonly link: ReadLink
  /** Settles with the answer, or rejects with why there is none. */
  readonly answer: Promise<ReadAnswer>
  /** Whoever reads may do so still. */
  readonly mayStill: () => boolean
  readonly #onEnd: () => void
  #resolve: (answer: ReadAnswer) => void = () => undefined
  #reject: (error: PerigeeError) => void = () => undefined
  #timer: NodeJS.Timeout
  #stage: 'asked' | 'answering' | 'ended' = 'asked'
  #cut: (error: PerigeeError) => void = () => undefined

  constructor(link: ReadLink, mayStill: () => boolean, firstByteMs: number, onEnd: () => void) {
    this.link = link
    this.mayStill = mayStill
    this.#onEnd = onEnd
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // Who waits may have gone without taking the answer.
    this.answer.catch(() => undefined)
    this.#timer = setTimeout(() => this.end(noAnswer()), firstByteMs)
  }

  /** Nothing has been answered yet. */
  get isAsked(): boolean {
    return this.#stage === 'asked'
  }

  /** Ends it, with an error: the reader hears why, or where bytes have gone to it already, is cut off. */
  end(error: PerigeeError): void {
    if (this.#stage === 'ended') return
    this.#finish()
    this.#reject(error)
    this.#cut(error)
  }

  /**
   * Passes a body on as fast as it is read, and no more than `maxBytes`. Resolves to true once all of it is on its way
   * to the reader, false where it was cut.
   */
  pass(body: ReadableStream<Uint8Array>, bytes: number | null, maxBytes: number): Promise<boolean> {
    this.#stage = 'answering'
    clearTimeout(this.#timer)
    const source = body.getReader()
    return new Promise((resolve) => {
      let passed = 0
      const watch = () => {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.end(stalled()), STALL_MS)
      }
      const out = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            this.#cut = (error) => {
              controller.error(error)
              source.cancel(error).catch(() => undefined)
              resolve(false)
            }
            watch()
          },
          pull: async (controller) => {
            try {
              const { done, value } = await source.read()
              if (this.#stage === 'ended') return
              if (done) {
                this.#finish()
                controller.close()
                resolve(true)
                return
              }
              passed += value.byteLength
              if (passed > maxBytes)
                return this.end(new PerigeeError('too-large', 'More came than may be read at once.'))
              controller.enqueue(value)
              watch()
            } catch {
              this.end(new PerigeeError('unavailable', 'The orb stopped in the middle of its answer.'))
            }
          },
          cancel: () => this.end(readerGone()),
        },
        // Nothing is taken from the orb before the reader asks for it.
        { highWaterMark: 0 },
      )
      this.#resolve({ body: out, bytes })
    })
  }

  #finish(): void {
    this.#stage = 'ended'
    clearTimeout(this.#timer)
    this.#onEnd()
  }
}

/** Nobody waits for it any more. */
export function readerGone(): PerigeeError {
  return new PerigeeError('gone', 'Whoever asked for this has left.')
}

function noAnswer(): PerigeeError {
  return new PerigeeError('unavailable', 'The orb did not answer in time. Nothing was lost; try again.')
}

function stalled(): PerigeeError {
  return new PerigeeError('unavailable', 'Nothing moved for a minute, so the answer was cut off. Try again.')
}
