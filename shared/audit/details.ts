import * as z from 'zod/mini'
import { Actor, DecisionRequest } from '../approvals/decision.ts'
import { Id, Ordinal, Sha256 } from '../ids.ts'

/** The kind of a row that holds a decision. */
export const DECIDED = 'approval.decided'
/** The kind of a row that names an entry of the roster. */
export const ROSTER_ENTRY = 'roster.entry'

/** The detail of DECIDED: the whole decision with its signature. The orb is the row's own. */
export const DecidedDetail = z.object({
  approvalId: Id,
  threadId: Id,
  outcome: z.string(),
  by: Actor,
  decision: DecisionRequest,
})
/** The detail of DECIDED. */
export type DecidedDetail = z.infer<typeof DecidedDetail>

/**
 * The detail of ROSTER_ENTRY, written in one transaction with the entry itself. The hash stands for all of the entry but
 * its signature. `change`: its kind, for people who read the log.
 */
export const RosterEntryDetail = z.object({
  version: Ordinal,
  hash: Sha256,
  signature: z.string(),
  by: Id,
  change: z.string(),
})
/** The detail of ROSTER_ENTRY. */
export type RosterEntryDetail = z.infer<typeof RosterEntryDetail>
