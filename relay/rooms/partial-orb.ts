import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { ApprovalView, FleetOrb, ThreadView } from '../../shared/rooms/content.ts'
import { waitsForOf } from '../approvals/waits-for.ts'
import type { Change, OrbSnapshot } from '../ledger/ledger.ts'

/**
 * An orb on the home screen of somebody who sees only some of its threads: its own state, and of the rest what those
 * threads say. What it does elsewhere, and in a line, is not told.
 */
export class PartialOrb {
  readonly #seen: ReadonlySet<string>
  readonly #threads = new Map<string, ThreadView>()
  /** Pending ones, in the order in which they were raised. */
  readonly #waiting = new Map<string, ApprovalRequest>()
  #whole: FleetOrb

  constructor(whole: FleetOrb, seen: ReadonlySet<string>, snapshot: OrbSnapshot | null) {
    this.#whole = whole
    this.#seen = seen
    for (const thread of snapshot?.threads ?? []) this.#takeThread(thread)
    for (const approval of snapshot?.approvals ?? []) this.#takeApproval(approval)
  }

  /** Counts one change of this orb. */
  stage(change: Change): void {
    if (change.type === 'fleet') this.#whole = change.orb
    else if (change.type === 'thread') this.#takeThread(change.thread)
    else if (change.type === 'approval') this.#takeApproval(change.approval)
  }

  /** As the home screen shows it. */
  view(): FleetOrb {
    const { orbId, title, state, isolation, asking, answeredFromInside, awaySince, lastActivity } = this.#whole
    const threads = [...this.#threads.values()].sort((a, b) => b.lastActivity - a.lastActivity)
    const waiting = [...this.#waiting.values()]
    const [oldest] = waiting
    return {
      orbId,
      title,
      state,
      isolation,
      asking,
      answeredFromInside,
      awaySince,
      waits: waiting.length,
      waitsFor: oldest === undefined ? null : waitsForOf(oldest),
      newestWait: waiting.at(-1)?.nonce ?? null,
      lastActivity: threads[0]?.lastActivity ?? lastActivity,
      activity: null,
      runEnded: newestEnd(threads),
      newestThreadId: threads[0]?.threadId ?? null,
    }
  }

  #takeThread(thread: ThreadView): void {
    if (this.#seen.has(thread.threadId)) this.#threads.set(thread.threadId, thread)
  }

  #takeApproval({ request, outcome }: ApprovalView): void {
    if (!this.#seen.has(request.threadId)) return
    if (outcome === 'pending') this.#waiting.set(request.approvalId, request)
    else this.#waiting.delete(request.approvalId)
  }
}

function newestEnd(threads: readonly ThreadView[]): FleetOrb['runEnded'] {
  const ends = threads.flatMap(({ threadId, run }) =>
    run === null || run.endedAt === null || run.stopReason === null
      ? []
      : [{ at: run.endedAt, stopReason: run.stopReason, threadId }],
  )
  return ends.reduce<FleetOrb['runEnded']>(
    (newest, end) => (newest === null || end.at > newest.at ? end : newest),
    null,
  )
}
