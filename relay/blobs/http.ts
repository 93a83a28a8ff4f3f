import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'
import { idParam, type RelayContext } from '../services.ts'
import { HARMLESS } from '../web/headers.ts'
import { hashParam, keepBody, sendBytes, threadParam } from './bodies.ts'

/**
 * PUT /api/orbs/:orbId/blobs/:sha256?thread=ID: an orb stores a part that is too large for an event, for who sees that
 * thread. The thread's own events may still be on their way. 201: new to this orb.
 */
export async function putBlob(c: RelayContext): Promise<Response> {
  const orbId = idParam(c, 'orbId')
  const sha256 = hashParam(c)
  const { caller } = c.var
  if (caller.kind !== 'orb' || caller.orbId !== orbId) {
    throw new PerigeeError('forbidden', 'An orb stores blobs for itself alone. Nothing was kept.')
  }
  const threadId = threadParam(c)
  const owner = threadId === null ? null : await c.var.services.ledger.orbOfThread(threadId)
  // The ledger gives no right in it either; said before the bytes come, since nothing would be kept of them.
  if (owner !== null && owner !== orbId) throw foreign()
  const wrongHash = 'The bytes do not have the hash in the address. Nothing was kept; send them again.'
  return keepBody(c, { what: 'blob', sha256, threadId, mostBytes: LIMITS.blobBytes, wrongHash })
}

/** GET /api/orbs/:orbId/blobs/:sha256: a blob of this orb, as bytes that no browser will interpret. */
export function getBlob(c: RelayContext): Promise<Response> {
  return sendBytes(c, 'blob', {
    ...HARMLESS,
    'Content-Disposition': 'attachment',
    'Cache-Control': 'private, max-age=31536000, immutable',
  })
}

/** `bad-request`, as on the link: another try ends the same way. */
function foreign(): PerigeeError {
  return new PerigeeError('bad-request', 'That thread belongs to another orb. Nothing was kept.')
}
