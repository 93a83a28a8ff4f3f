import type { SessionPage } from '../../shared/reads/reads.ts'
import type { Harness } from '../harness/harness.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import { cutName } from '../transcripts/tool-call.ts'
import type { ThreadBook } from './thread-book.ts'

/** In one page; a longer one is no page. */
const SESSIONS = 500
const ID_CHARS = 1000

/**
 * The sessions that the harness knows of, a page at a time; it is started where it is not running.
 * @throws PerigeeError where it cannot be started or does not list them
 */
export async function listSessions(
  { harness, threads, cwd }: { readonly harness: Harness; readonly threads: ThreadBook; readonly cwd: string },
  cursor: string | null,
): Promise<SessionPage> {
  const live = await harness.live()
  if (!live.facts.listsSessions) return { listed: false, sessions: [], cursor: null }
  const { sessions, nextCursor } = await live.driver.listSessions(cwd, cursor)
  return {
    listed: true,
    sessions: sessions.slice(0, SESSIONS).flatMap((one) => session(one, threads)),
    cursor: nextCursor,
  }
}

function session({ sessionId, title, updatedAt }: JsonObject, threads: ThreadBook): SessionPage['sessions'] {
  // An id that is cut could not be taken up.
  if (typeof sessionId !== 'string' || sessionId === '' || sessionId.length > ID_CHARS) return []
  const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN
  return [
    {
      sessionId,
      title: typeof title === 'string' && title.trim() !== '' ? cutName(title.trim()) : null,
      updatedAt: at >= 0 ? at : null,
      threadId: threads.ofSession(sessionId)?.threadId ?? null,
    },
  ]
}
