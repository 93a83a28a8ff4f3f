import type { Store } from '../store/store.ts'
import type { Space } from './space.ts'
import type { Touched } from './touched.ts'

/** What an operation works with while its transaction is open. */
export interface Operation {
  readonly store: Store
  /** Collects what the operation changes, to be published after the commit. */
  readonly touched: Touched
  readonly space: Space
  readonly epoch: string
  /** Commits since the ledger was opened. */
  readonly commits: number
  /** Notes something that was kept without effect: for the log, never an error. */
  readonly warn: (message: string) => void
}

/** Thrown by an operation to undo all that it wrote and still answer `value`. */
export class Undo extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super('undone')
    this.value = value
  }
}
