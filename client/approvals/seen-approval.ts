import type { ApprovalView } from '../../shared/rooms/content.ts'
import { seenSnapshots } from '../rooms/snapshots.ts'

/** An approval as this device last saw it in its orb's room, or null: for when the relay cannot be asked. */
export async function seenApproval(epoch: string, approvalId: string): Promise<ApprovalView | null> {
  const orbs = await seenSnapshots<{ approvals: Record<string, ApprovalView> }>(epoch, 'orb')
  for (const { data } of orbs) {
    const found = data.approvals[approvalId]
    if (found !== undefined) return found
  }
  return null
}
