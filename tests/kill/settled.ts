import { expect } from 'vitest'
import type { LedgerApproval } from './ledger-file.ts'
import { asSoonAsIn, eventually } from './moments.ts'
import { openSpoolFile } from './spool-file.ts'
import { ORB_NAME, type Stage } from './stage.ts'

/** Effects that are still on their way to another. */
const MOVING: readonly string[] = ['none', 'delivered']

/** The approval once nothing more can become of it: ended, and its answer arrived, lost or of unknown fate. */
export function settled(stage: Stage, approvalId: string): Promise<LedgerApproval> {
  return eventually(() => {
    const row = findApproval(stage, approvalId)
    if (row === null || row.outcome === 'pending') return null
    return row.decisionId !== null && MOVING.includes(row.effect) ? null : row
  }, `the end of approval ${approvalId}`)
}

/** The approval as the ledger has it, or null where it does not. */
export function findApproval(stage: Stage, approvalId: string): LedgerApproval | null {
  return stage.ledger((ledger) => ledger.approvals(stage.orbId)).find((row) => row.approvalId === approvalId) ?? null
}

/** Resolves as soon as the runner is about to give one of these commands to the agent; also when the time is up. */
export function onceIntended(stage: Stage, commandIds: readonly string[], withinMs: number): Promise<void> {
  return asSoonAsIn(
    openSpoolFile(stage.state, ORB_NAME),
    (spool) => commandIds.some((commandId) => INTENDED.includes(spool.commandState(commandId))),
    withinMs,
  )
}

const INTENDED: readonly (string | null)[] = ['intent', 'applied']

/**
 * The agent got a decision at most once, and none where we say that it got none. `applied` means written to the agent:
 * one that died at that moment need not have read it.
 */
export function expectAnswers({ outcome, effect }: LedgerApproval, got: number): void {
  const most = effect === 'applied' || effect === 'unknown' ? 1 : 0
  expect(got, `answers that the agent got to an approval that is ${outcome} and ${effect}`).toBeLessThanOrEqual(most)
}
