/** The largest line that is read, as the ACP SDK has it: what a harness may send at once. */
export const LINE_BYTES = 32 * 1024 * 1024

const NEWLINE = 10

/** Cuts bytes into lines. A line that grows over the bound is dropped whole, and counted, without being held. */
export class LineSplitter {
  readonly #limit: number
  #parts: Buffer[] = []
  #size = 0
  #dropping = false
  #dropped = 0

  constructor(limit = LINE_BYTES) {
    this.#limit = limit
  }

  /** The lines that end in this chunk, without their ends. */
  *push(chunk: Buffer): Generator<Buffer> {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, at))
      from = at + 1
      const line = this.#dropping ? null : Buffer.concat(this.#parts)
      this.#parts = []
      this.#size = 0
      this.#dropping = false
      if (line !== null) yield line
    }
    this.#hold(chunk.subarray(from))
  }

  /** How many lines were too long since this was last asked. */
  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  #hold(part: Buffer): void {
    if (this.#dropping) return
    this.#size += part.length
    if (this.#size > this.#limit) {
      this.#dropping = true
      this.#dropped += 1
      this.#parts = []
    } else if (part.length > 0) this.#parts.push(part)
  }
}
