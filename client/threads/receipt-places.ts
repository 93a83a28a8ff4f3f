import type { ApprovalView } from '../../shared/rooms/content.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'

/**
 * Below which entry each ended approval's receipt belongs: its tool call's, else the newest entry that began before it
 * was raised. Approvals older than every entry on screen are left out.
 */
export function receiptPlaces(
  entries: readonly Entry[],
  approvals: readonly ApprovalView[],
): ReadonlyMap<string, readonly ApprovalView[]> {
  const calls = new Map<string, string>()
  for (const entry of entries) {
    const id = toolCallIdOf(entry)
    if (id !== null) calls.set(id, entry.entryId)
  }
  const places = new Map<string, ApprovalView[]>()
  const ended = approvals.filter((approval) => approval.outcome !== 'pending')
  for (const approval of ended.toSorted((a, b) => a.request.raisedAt - b.request.raisedAt)) {
    const { toolCall, raisedAt } = approval.request
    const place =
      (toolCall === null ? undefined : calls.get(toolCall.toolCallId)) ??
      entries.findLast((entry) => entry.at <= raisedAt)?.entryId
    if (place !== undefined) places.set(place, [...(places.get(place) ?? []), approval])
  }
  return places
}

function toolCallIdOf(entry: Entry): string | null {
  if (entry.kind !== 'tool_call') return null
  const { body } = entry
  return typeof body === 'object' && body !== null && 'toolCallId' in body && typeof body.toolCallId === 'string'
    ? body.toolCallId
    : null
}
