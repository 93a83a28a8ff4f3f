import type { Entry } from '../../shared/transcripts/transcript.ts'

/** The commands whose prompts stand in the transcript already: the runner has given them to the agent. */
export function promptsIn(entries: readonly Entry[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const entry of entries) {
    // Only prompts are read, so that a reply that grows does not bring all of this up again.
    if (entry.kind !== 'user_message') continue
    const { body } = entry
    if (typeof body !== 'object' || body === null || !('commandId' in body)) continue
    if (typeof body.commandId === 'string') ids.add(body.commandId)
  }
  return ids
}
