import { Readable } from 'node:stream'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { READ_LIMITS } from '../../shared/reads/reads.ts'
import { openInside } from './inside.ts'
import type { Workspace } from './workspace.ts'

/**
 * A file's bytes, as many as it has now: one that shrinks meanwhile ends too early for its length, and so is cut.
 * @throws PerigeeError `not-found` or `too-large`
 */
export async function readWorkspaceFile(
  workspace: Workspace,
  path: string,
): Promise<{ readonly body: Readable; readonly bytes: number }> {
  const { handle, stat } = await openInside(workspace, path, 'file')
  const bytes = stat.size
  if (bytes > READ_LIMITS.fileBytes || bytes === 0) await handle.close()
  if (bytes > READ_LIMITS.fileBytes) {
    const most = READ_LIMITS.fileBytes / 1024 / 1024
    throw new PerigeeError('too-large', `This file is larger than ${most} MiB, which is the most that is sent.`)
  }
  if (bytes === 0) return { body: Readable.from([]), bytes }
  return { body: handle.createReadStream({ start: 0, end: bytes - 1 }), bytes }
}
