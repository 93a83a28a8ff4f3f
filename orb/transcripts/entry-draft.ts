import type { EntryOp, Facets } from '../../shared/link/events.ts'

/** An event of an entry before it is numbered and bound to its thread and run. */
export interface EntryDraft {
  readonly entryId: string
  readonly op: EntryOp
  readonly kind: string
  readonly body: unknown
  readonly facets?: Facets
}
