import { Readable } from 'node:stream'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'
import { idParam, type RelayContext } from '../services.ts'
import { requestBody } from '../web/body.ts'
import { requireRight } from '../web/rights.ts'
import { hashParam, threadParam } from './http.ts'

/**
 * PUT /api/orbs/:orbId/attachments/:sha256?thread=ID: a person hands in a file for a prompt in that thread. Queue items
 * that waited for it may be taken from here on. 201: new to this orb.
 */
export async function putAttachment(c: RelayContext): Promise<Response> {
  const { blobs, ledger, rooms, now } = c.var.services
  const orbId = idParam(c, 'orbId')
  const sha256 = hashParam(c)
  const threadId = threadParam(c)
  if (threadId === null) throw new PerigeeError('bad-request', 'A file goes with a thread. Nothing was kept.')
  requireRight(c, 'operate', { kind: 'thread', orbId, threadId })
  if ((await ledger.orbOfThread(threadId)) !== orbId) {
    throw new PerigeeError('not-found', 'There is no such thread in this orb. Nothing was kept.')
  }
  if (Number(c.req.header('content-length') ?? 0) > LIMITS.attachmentBytes) throw tooLarge()
  const known = await ledger.hasBlob(orbId, sha256)
  const put = await blobs.put(sha256, requestBody(c), LIMITS.attachmentBytes)
  switch (put.outcome) {
    case 'stored':
      await ledger.recordBlob({ orbId, sha256, bytes: put.bytes, threadId, at: now() })
      rooms.attachmentCame(orbId)
      return c.json({ sha256, bytes: put.bytes }, known ? 200 : 201)
    case 'wrong-hash':
      throw new PerigeeError('bad-request', 'The file changed on its way. Nothing was kept; send it again.')
    case 'too-large':
      throw tooLarge()
    case 'storage-full':
      throw new PerigeeError('storage-full', 'The relay cannot store more. Nothing was kept; try again later.')
  }
}

/** GET /api/orbs/:orbId/attachments/:sha256: an orb fetches a file that goes with a prompt to it. */
export async function getAttachment(c: RelayContext): Promise<Response> {
  const { blobs, ledger } = c.var.services
  const orbId = idParam(c, 'orbId')
  const { caller } = c.var
  if (caller.kind !== 'orb' || caller.orbId !== orbId) {
    throw new PerigeeError('forbidden', 'An orb fetches files of its own prompts alone.')
  }
  const sha256 = hashParam(c)
  const found = (await ledger.hasBlob(orbId, sha256)) ? await blobs.open(sha256) : null
  if (found === null) throw new PerigeeError('not-found', 'This orb has no such file.')
  return c.body(Readable.toWeb(found.stream) as ReadableStream<Uint8Array>, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(found.bytes),
  })
}

function tooLarge(): PerigeeError {
  const most = LIMITS.attachmentBytes / 1024 / 1024
  return new PerigeeError('too-large', `A file has at most ${most} MiB. Nothing was kept.`)
}
