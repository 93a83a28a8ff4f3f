import { Readable } from 'node:stream'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Id, Sha256 } from '../../shared/ids.ts'
import { idParam, type RelayContext } from '../services.ts'
import { requestBody } from '../web/body.ts'

/** What a request hands in, for a thread where one is named, and how its sentences call it. */
export interface HandedIn {
  readonly what: 'blob' | 'file'
  readonly sha256: string
  readonly threadId: string | null
  readonly mostBytes: number
  /** For a prompt that is still being written. */
  readonly forDraft?: boolean
  /** Said of bytes that do not have the hash in the address. */
  readonly wrongHash: string
}

/** Keeps the request's body for the orb in its address. 201: new to this orb. */
export async function keepBody(c: RelayContext, handedIn: HandedIn): Promise<Response> {
  const { what, sha256, threadId, mostBytes, forDraft, wrongHash } = handedIn
  const { blobs, ledger, now } = c.var.services
  const orbId = idParam(c, 'orbId')
  const tooLarge = () =>
    new PerigeeError('too-large', `A ${what} has at most ${mostBytes / 1024 / 1024} MiB. Nothing was kept.`)
  if (Number(c.req.header('content-length') ?? 0) > mostBytes) throw tooLarge()
  const known = await ledger.hasBlob(orbId, sha256)
  const record = (bytes: number) => ledger.recordBlob({ orbId, sha256, bytes, threadId, forDraft, at: now() })
  const put = await blobs.put(sha256, requestBody(c), mostBytes, record)
  switch (put.outcome) {
    case 'stored':
      return c.json({ sha256, bytes: put.bytes }, known ? 200 : 201)
    case 'wrong-hash':
      throw new PerigeeError('bad-request', wrongHash)
    case 'too-large':
      throw tooLarge()
    case 'storage-full':
      throw new PerigeeError('storage-full', 'The relay cannot store more. Nothing was kept; try again later.')
  }
}

/** Answers with the bytes of the orb and under the hash in the address. A hash is no capability: whose they are decides. */
export async function sendBytes(
  c: RelayContext,
  what: HandedIn['what'],
  headers: Record<string, string> = {},
): Promise<Response> {
  const { blobs, ledger } = c.var.services
  const sha256 = hashParam(c)
  const found = (await ledger.hasBlob(idParam(c, 'orbId'), sha256)) ? await blobs.open(sha256) : null
  if (found === null) throw new PerigeeError('not-found', `This orb has no such ${what}.`)
  return c.body(Readable.toWeb(found.stream) as ReadableStream<Uint8Array>, 200, {
    ...headers,
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(found.bytes),
  })
}

/** The thread that something is handed in for, where the address names one. */
export function threadParam(c: RelayContext): string | null {
  const given = c.req.query('thread')
  if (given === undefined) return null
  const parsed = Id.safeParse(given)
  if (!parsed.success) throw new PerigeeError('bad-request', 'No thread has such an id. Nothing was kept.')
  return parsed.data
}

/** The hash in the address. */
export function hashParam(c: RelayContext): string {
  const parsed = Sha256.safeParse(c.req.param('sha256'))
  if (!parsed.success) throw new PerigeeError('not-found', 'There is nothing at this address.')
  return parsed.data
}
