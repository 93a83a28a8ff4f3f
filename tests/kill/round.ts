import type { Comparison } from './comparison.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'

/** One round of a scenario. */
export interface Round {
  readonly stage: Stage
  readonly random: Random
  readonly comparison: Comparison
  /** A text that no other round has. */
  readonly title: string
  /** Says what this round does, for the message of a failure. */
  note(text: string): void
}

/** What happens in each round of a scenario, up to the point where everything has come to rest. */
export type Scenario = (round: Round) => Promise<void>
