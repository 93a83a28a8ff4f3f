import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Id } from '../../shared/ids.ts'
import { Read } from '../../shared/reads/reads.ts'
import { deviceRow } from '../devices/viewer.ts'
import { deviceOf, idParam, type RelayContext } from '../services.ts'
import { liftBodyDeadline } from '../web/body-deadline.ts'
import { HARMLESS } from '../web/headers.ts'
import { hasRight } from '../web/rights.ts'
import { contentDisposition } from './file-name.ts'
import type { ReadAnswer } from './open-read.ts'

/** GET /api/orbs/:orbId/sessions?cursor= → SessionPage. */
export function getSessions(c: RelayContext): Promise<Response> {
  return answerJson(c, { kind: 'sessions', cursor: c.req.query('cursor') ?? null })
}

/** GET /api/orbs/:orbId/workspace/files?path= → FolderList. */
export function getFiles(c: RelayContext): Promise<Response> {
  return answerJson(c, { kind: 'workspace.files', path: c.req.query('path') ?? '' })
}

/** GET /api/orbs/:orbId/workspace/diff?path=&run= → WorkspaceDiff. */
export function getDiff(c: RelayContext): Promise<Response> {
  const path = c.req.query('path') ?? ''
  return answerJson(c, {
    kind: 'workspace.diff',
    path: path === '' ? null : path,
    runId: c.req.query('run') ?? null,
  })
}

/** GET /api/orbs/:orbId/workspace/file?path=&download=1: the bytes of a file, as a file of its name with `download`. */
export async function getFile(c: RelayContext): Promise<Response> {
  const path = c.req.query('path') ?? ''
  const answer = await ask(c, { kind: 'workspace.file', path })
  const how = c.req.query('download') === '1' ? 'attachment' : 'inline'
  return respond(c, answer, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': contentDisposition(how, path),
  })
}

/** GET /api/orbs/:orbId/workspace/archive: the workspace as a gzipped tar archive. */
export async function getArchive(c: RelayContext): Promise<Response> {
  const answer = await ask(c, { kind: 'workspace.archive' })
  return respond(c, answer, {
    'Content-Type': 'application/gzip',
    'Content-Disposition': contentDisposition('attachment', 'workspace.tar.gz'),
  })
}

/** POST /api/orbs/:orbId/reads/:readId: an orb answers what it was asked over its link. 204 once the reader has it. */
export async function postAnswer(c: RelayContext): Promise<Response> {
  const orbId = idParam(c, 'orbId')
  const readId = idParam(c, 'readId')
  const { caller, services } = c.var
  if (caller.kind !== 'orb' || caller.orbId !== orbId) {
    throw new PerigeeError('forbidden', 'An orb answers for itself alone. Nothing was passed on.')
  }
  liftBodyDeadline(c.env.incoming)
  const length = c.req.header('content-length')
  const body = c.req.raw.body ?? new Blob([]).stream()
  await services.reads.answer(orbId, readId, body, length === undefined ? null : Number(length))
  return c.body(null, 204)
}

/** As the runner wrote it: whoever reads it parses it by its schema, as everything that comes from an orb. */
async function answerJson(c: RelayContext, read: unknown): Promise<Response> {
  return respond(c, await ask(c, read), { 'Content-Type': 'application/json' })
}

function respond(c: RelayContext, { body, bytes }: ReadAnswer, headers: Record<string, string>): Response {
  const length = bytes === null ? {} : { 'Content-Length': String(bytes) }
  return c.body(body, 200, { ...HARMLESS, ...headers, ...length })
}

async function ask(c: RelayContext, asked: unknown): Promise<ReadAnswer> {
  const { links, reads, rosters } = c.var.services
  const parsed = Read.safeParse(asked)
  if (!parsed.success) throw new PerigeeError('bad-request', 'This names nothing inside a workspace. Nothing was read.')
  const orbId = Id.parse(c.req.param('orbId'))
  const link = links.linkTo(orbId)
  if (link === null) throw await away(c, orbId)
  const gone = new AbortController()
  c.env.outgoing.once('close', () => gone.abort())
  const { deviceId } = deviceOf(c).device
  const mayStill = (): boolean =>
    deviceRow(rosters.present, deviceId) !== null && hasRight(c, 'see', { kind: 'orb', orbId })
  return reads.ask(link, parsed.data, gone.signal, mayStill)
}

async function away(c: RelayContext, orbId: string): Promise<PerigeeError> {
  const found = await c.var.services.ledger.orb(orbId)
  if (found === null) return new PerigeeError('not-found', 'There is nothing here that you may see.')
  return new PerigeeError('unavailable', 'The orb is not reachable. Nothing was lost; try again when it is back.')
}
