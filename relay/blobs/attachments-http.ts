import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'
import { idParam, type RelayContext } from '../services.ts'
import { requireRight } from '../web/rights.ts'
import { hashParam, keepBody, sendBytes, threadParam } from './bodies.ts'

/**
 * PUT /api/orbs/:orbId/attachments/:sha256?thread=ID: a person hands in a file for a prompt in that thread. Queue items
 * that waited for it may be taken from here on. 201: new to this orb.
 */
export async function putAttachment(c: RelayContext): Promise<Response> {
  const { ledger, rooms } = c.var.services
  const { orbId, sha256, threadId } = fileParams(c)
  if ((await ledger.orbOfThread(threadId)) !== orbId) {
    throw new PerigeeError('not-found', 'There is no such thread in this orb. Nothing was kept.')
  }
  const wrongHash = 'The file changed on its way. Nothing was kept; send it again.'
  const answer = await keepBody(c, {
    what: 'file',
    sha256,
    threadId,
    mostBytes: LIMITS.attachmentBytes,
    forDraft: true,
    wrongHash,
  })
  rooms.attachmentCame(orbId)
  return answer
}

/**
 * DELETE /api/orbs/:orbId/attachments/:sha256?thread=ID: a person has removed a file from the draft of that thread. It
 * stays, and `removed` is false, where a prompt names it, another thread has it, or an orb handed in the same.
 */
export async function deleteAttachment(c: RelayContext): Promise<Response> {
  const { ledger, blobs } = c.var.services
  const file = fileParams(c)
  const { removed, unused } = await ledger.removeDraftFile(file)
  if (unused) blobs.remove(file.sha256)
  return c.json({ removed })
}

/** GET /api/orbs/:orbId/attachments/:sha256: an orb fetches a file that goes with a prompt to it. */
export async function getAttachment(c: RelayContext): Promise<Response> {
  const { caller } = c.var
  if (caller.kind !== 'orb' || caller.orbId !== idParam(c, 'orbId')) {
    throw new PerigeeError('forbidden', 'An orb fetches files of its own prompts alone.')
  }
  return sendBytes(c, 'file')
}

/** The file in the address, for a thread that the caller may operate. */
function fileParams(c: RelayContext): { orbId: string; sha256: string; threadId: string } {
  const orbId = idParam(c, 'orbId')
  const sha256 = hashParam(c)
  const threadId = threadParam(c)
  if (threadId === null) throw new PerigeeError('bad-request', 'A file goes with a thread. Nothing was changed.')
  requireRight(c, 'operate', { kind: 'thread', orbId, threadId })
  return { orbId, sha256, threadId }
}
