import type { Inbox } from '../../shared/http/api.ts'
import type { OrbData } from '../orbs/orb-store.ts'
import { loadSnapshot, seenSnapshots } from '../rooms/snapshots.ts'

/**
 * What waits as this device saw it last: in the inbox, and for orbs that were looked at since, in their own rooms.
 * Null where it has seen neither.
 */
export async function seenInbox(epoch: string, room: string): Promise<Partial<Inbox> | null> {
  const [inbox, orbs] = await Promise.all([
    loadSnapshot<Partial<Inbox>>(epoch, room),
    seenSnapshots<Pick<OrbData, 'orb' | 'approvals' | 'threads'>>(epoch, 'orb'),
  ])
  const newer = orbs.filter(({ asOf }) => asOf > (inbox?.asOf ?? 0)).map(({ data }) => data)
  if (inbox === null && newer.length === 0) return null
  const orbIds = new Set(newer.map(({ orb }) => orb?.orbId))
  const threads = newer.flatMap((orb) => Object.values(orb.threads))
  return {
    approvals: [
      ...(inbox?.data.approvals ?? []).filter(({ orbId }) => !orbIds.has(orbId)),
      ...newer.flatMap(({ approvals }) => Object.values(approvals)).filter(({ outcome }) => outcome === 'pending'),
    ],
    receipts: inbox?.data.receipts ?? [],
    titles: { ...inbox?.data.titles, ...Object.fromEntries(threads.map(({ threadId, title }) => [threadId, title])) },
  }
}
