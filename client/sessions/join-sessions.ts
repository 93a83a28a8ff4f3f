import type { HarnessSession, SessionPage } from '../../shared/reads/reads.ts'

/**
 * The sessions of all pages that were read, in their order. Each stands once, as it was read last: one that was used
 * meanwhile has moved up, and pushed another over the edge of its page.
 */
export function joinSessions(pages: readonly SessionPage[]): readonly HarnessSession[] {
  const byId = new Map<string, HarnessSession>()
  for (const { sessions } of pages) for (const session of sessions) byId.set(session.sessionId, session)
  return [...byId.values()]
}
