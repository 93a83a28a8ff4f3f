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
  /** When to kill: each of the choices comes in its turn over the rounds. It stands in the message of a failure. */
  moment<T extends string>(choices: readonly [T, ...T[]]): T
}

/** What happens in each round of a scenario, up to the point where everything has come to rest. */
export type Scenario = (round: Round) => Promise<void>
