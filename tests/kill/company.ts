import { Comparison } from './comparison.ts'
import { Stage } from './stage.ts'

/** Rounds on one stage: starting costs as much as a round, and the books of a stage that lives for ever get long. */
const ROUNDS_PER_STAGE = 40

/** A stage in use, with the books that are kept of it. */
export interface Playing {
  readonly stage: Stage
  readonly comparison: Comparison
}

/** Gives rounds a stage: the same one for many of them, a fresh one after a failure. */
export class Company {
  #playing: Playing | null = null
  #rounds = 0

  /** The stage for the next round. */
  async next(): Promise<Playing> {
    if (this.#rounds >= ROUNDS_PER_STAGE) await this.dismiss()
    if (this.#playing === null) {
      const stage = await Stage.start()
      this.#playing = { stage, comparison: new Comparison(stage) }
    }
    this.#rounds += 1
    return this.#playing
  }

  /** Ends the present stage. */
  async dismiss(): Promise<void> {
    const ended = this.#playing
    this.#playing = null
    this.#rounds = 0
    await ended?.stage.close()
  }
}
