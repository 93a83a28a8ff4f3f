import { isDecided } from '../../shared/approvals/machine.ts'
import type { ApprovalView, FleetOrb } from '../../shared/rooms/content.ts'

type Orbs = Readonly<Record<string, FleetOrb>>

/** An answer of which nothing was heard for so long will hardly be heard of while somebody looks. */
const EFFECT_WITHIN_MS = 60_000

/** Changes whenever an approval of any orb begins or ceases to wait, and with nothing else that an orb does. */
export function waitingMark(orbs: Orbs): string {
  return Object.values(orbs)
    .map(({ orbId, waits, waitsFor, newestWait }) => [orbId, waits, waitsFor?.approvalId, newestWait].join(' '))
    .join()
}

/**
 * Changes whenever an orb moves on that has yet to say what became of a late answer: the fleet does not tell of
 * effects. Empty where no answer is open. `now` is the relay's.
 */
export function effectMark(orbs: Orbs, receipts: readonly ApprovalView[], now: number): string {
  const open = receipts.filter(
    ({ outcome, effect, endedAt }) =>
      isDecided(outcome) && (effect === 'none' || effect === 'delivered') && now - (endedAt ?? 0) < EFFECT_WITHIN_MS,
  )
  const orbIds = [...new Set(open.map(({ orbId }) => orbId))]
  return orbIds.map((orbId) => [orbId, orbs[orbId]?.lastActivity].join(' ')).join()
}
