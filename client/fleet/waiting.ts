import type { Action, Target } from '../../shared/people/grants.ts'
import type { FleetOrb } from '../../shared/rooms/content.ts'

/** How many approvals wait for somebody with these rights: what others alone can answer does not count. */
export function waitingFor(orbs: readonly FleetOrb[], may: (action: Action, target: Target) => boolean): number {
  return orbs
    .filter(
      ({ orbId, waitsFor }) =>
        waitsFor !== null && may('decide', { kind: 'thread', orbId, threadId: waitsFor.threadId }),
    )
    .reduce((sum, { waits }) => sum + waits, 0)
}
