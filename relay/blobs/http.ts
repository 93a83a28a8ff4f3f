import { Readable } from 'node:stream'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Id, Sha256 } from '../../shared/ids.ts'
import { LIMITS } from '../../shared/limits.ts'
import { idParam, type RelayContext } from '../services.ts'
import { HARMLESS } from '../web/headers.ts'

/**
 * PUT /api/orbs/:orbId/blobs/:sha256?thread=ID: an orb stores a part that is too large for an event, for who sees that
 * thread. The thread's own events may still be on their way. 201: new to this orb.
 */
export async function putBlob(c: RelayContext): Promise<Response> {
  const { blobs, ledger, now } = c.var.services
  const orbId = idParam(c, 'orbId')
  const sha256 = hashParam(c)
  const { caller } = c.var
  if (caller.kind !== 'orb' || caller.orbId !== orbId) {
    throw new PerigeeError('forbidden', 'An orb stores blobs for itself alone. Nothing was kept.')
  }
  const threadId = threadParam(c)
  const owner = threadId === null ? null : await ledger.orbOfThread(threadId)
  // The ledger gives no right in it either; said before the bytes come, since nothing would be kept of them.
  if (owner !== null && owner !== orbId) throw foreign()
  if (Number(c.req.header('content-length') ?? 0) > LIMITS.blobBytes) throw tooLarge()
  const known = await ledger.hasBlob(orbId, sha256)
  const put = await blobs.put(sha256, c.req.raw.body ?? Readable.from([]))
  switch (put.outcome) {
    case 'stored':
      await ledger.recordBlob({ orbId, sha256, bytes: put.bytes, threadId, at: now() })
      return c.json({ sha256, bytes: put.bytes }, known ? 200 : 201)
    case 'wrong-hash':
      throw new PerigeeError(
        'bad-request',
        'The bytes do not have the hash in the address. Nothing was kept; send them again.',
      )
    case 'too-large':
      throw tooLarge()
    case 'storage-full':
      throw new PerigeeError('storage-full', 'The relay cannot store more. Nothing was kept; try again later.')
  }
}

/** GET /api/orbs/:orbId/blobs/:sha256: a blob of this orb, as bytes that no browser will interpret. */
export async function getBlob(c: RelayContext): Promise<Response> {
  const { blobs, ledger } = c.var.services
  const sha256 = hashParam(c)
  // A hash is no capability: whose blob it is decides, not whether the bytes are there.
  const found = (await ledger.hasBlob(idParam(c, 'orbId'), sha256)) ? await blobs.open(sha256) : null
  if (found === null) throw new PerigeeError('not-found', 'This orb has no such blob.')
  return c.body(Readable.toWeb(found.stream) as ReadableStream<Uint8Array>, 200, {
    ...HARMLESS,
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(found.bytes),
    'Content-Disposition': 'attachment',
    'Cache-Control': 'private, max-age=31536000, immutable',
  })
}

/** The hash in the address. */
export function hashParam(c: RelayContext): string {
  const parsed = Sha256.safeParse(c.req.param('sha256'))
  if (!parsed.success) throw new PerigeeError('not-found', 'There is nothing at this address.')
  return parsed.data
}

/** The thread that a blob is handed in for, where the address names one. */
export function threadParam(c: RelayContext): string | null {
  const given = c.req.query('thread')
  if (given === undefined) return null
  const parsed = Id.safeParse(given)
  if (!parsed.success) throw new PerigeeError('bad-request', 'No thread has such an id. Nothing was kept.')
  return parsed.data
}

/** `bad-request`, as on the link: another try ends the same way. */
function foreign(): PerigeeError {
  return new PerigeeError('bad-request', 'That thread belongs to another orb. Nothing was kept.')
}

function tooLarge(): PerigeeError {
  return new PerigeeError('too-large', `A blob has at most ${LIMITS.blobBytes / 1024 / 1024} MiB. Nothing was kept.`)
}
