import type { PlanEntry } from '@agentclientprotocol/sdk'
import type { Turn } from './turn.ts'

/** A plan that is shown again whenever it moves on. */
export class Plan {
  readonly #turn: Turn
  readonly #entries: readonly string[]
  #done = 0

  private constructor(turn: Turn, entries: readonly string[]) {
    this.#turn = turn
    this.#entries = entries
  }

  /** Shows a new plan with its first entry in progress. */
  static async show(turn: Turn, entries: readonly string[]): Promise<Plan> {
    const plan = new Plan(turn, entries)
    await plan.#send()
    return plan
  }

  /** Marks entries as completed up to this share of the plan (0 to 1). A plan never goes back. */
  async reach(share: number): Promise<void> {
    const done = Math.floor(this.#entries.length * Math.min(share, 1))
    if (done <= this.#done) return
    this.#done = done
    await this.#send()
  }

  /** Marks the entry that is in progress as completed. */
  async next(): Promise<void> {
    if (this.#done === this.#entries.length) return
    this.#done += 1
    await this.#send()
  }

  async #send(): Promise<void> {
    const entries = this.#entries.map((content, index): PlanEntry => {
      const status = index < this.#done ? 'completed' : index === this.#done ? 'in_progress' : 'pending'
      return { content, priority: 'medium', status }
    })
    await this.#turn.show({ sessionUpdate: 'plan', entries })
  }
}
