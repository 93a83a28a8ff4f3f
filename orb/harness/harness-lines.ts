import type { DriverHandlers } from './driver.ts'
import { LineSplitter } from './line-splitter.ts'
import type { HarnessProcess } from './provider.ts'

/** What whoever reads a harness's lines gives and is told. */
export interface LineReader extends Pick<DriverHandlers, 'onTrouble' | 'onNoise' | 'mayRead'> {
  /** One line that is not empty. Awaited before the next is read. */
  readonly onLine: (line: Buffer) => void | Promise<void>
  /** The output has ended, and everything in it has been handled. */
  readonly onEnded: () => void
}

/** The lines that a harness writes, one after the other: order is kept, and so is back-pressure. */
export class HarnessLines {
  readonly #process: HarnessProcess
  readonly #reader: LineReader
  readonly #splitter = new LineSplitter()

  /** Begins to read. */
  constructor(process: HarnessProcess, reader: LineReader) {
    this.#process = process
    this.#reader = reader
    void this.#read()
  }

  /** So many lines could not be used: told together with those that were dropped for their length. */
  noteNoise(lines: number): void {
    const all = lines + this.#splitter.takeDropped()
    if (all > 0) this.#reader.onNoise(all)
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#process.stdout) {
        for (const line of this.#splitter.push(chunk as Buffer)) {
          await this.#reader.mayRead()
          if (line.length > 0) await this.#take(line)
        }
      }
    } catch {
      // A pipe that breaks has ended.
    } finally {
      this.noteNoise(0)
      this.#reader.onEnded()
    }
  }

  async #take(line: Buffer): Promise<void> {
    try {
      await this.#reader.onLine(line)
    } catch (error) {
      this.#reader.onTrouble(error)
    }
  }
}
