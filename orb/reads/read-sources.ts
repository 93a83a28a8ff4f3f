import { Readable } from 'node:stream'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Read, SessionPage } from '../../shared/reads/reads.ts'
import { archiveWorkspace } from '../workspace/archive.ts'
import { listFolder } from '../workspace/list-folder.ts'
import { readWorkspaceFile } from '../workspace/read-file.ts'
import type { RunSnapshots } from '../workspace/run-snapshots.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What there is to send. */
export interface ReadBody {
  readonly body: Readable
  /** How many bytes it is, where that is known. */
  readonly bytes: number | null
}

/** Where answers come from. */
export interface ReadSources {
  readonly workspace: Workspace
  readonly snapshots: RunSnapshots
  /** The sessions of the harness; it may have to be started for that. */
  readonly sessions: (cursor: string | null) => Promise<SessionPage>
}

/**
 * Finds what a read asks for. The signal ends it early.
 * @throws PerigeeError with why there is no answer
 */
export async function answerOf(sources: ReadSources, read: Read, signal: AbortSignal): Promise<ReadBody> {
  const { workspace, snapshots, sessions } = sources
  switch (read.kind) {
    case 'sessions':
      return json(await sessions(read.cursor))
    case 'workspace.files':
      return json(await listFolder(workspace, read.path))
    case 'workspace.file':
      return readWorkspaceFile(workspace, read.path)
    case 'workspace.diff': {
      const { runId, path } = read
      const diff = await (runId === null ? snapshots.sinceCommit(path) : snapshots.diff(runId, path))
      if (diff !== null) return json(diff)
      const why =
        runId === null
          ? 'The changes are not known: the workspace is in no git repository, or too much of it has changed.'
          : 'What this run changed is not known: only the newest runs in a git repository are looked back at.'
      throw new PerigeeError('unavailable', why)
    }
    case 'workspace.archive':
      return { body: await archiveWorkspace(workspace, signal), bytes: null }
  }
}

function json(value: unknown): ReadBody {
  const text = Buffer.from(JSON.stringify(value))
  return { body: Readable.from([text]), bytes: text.length }
}
