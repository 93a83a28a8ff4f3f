import * as z from 'zod/mini'
import { Id, Millis } from '../ids.ts'

/*
 * What a person reads from an orb on demand: the relay asks the runner, which answers by one HTTP request of its own
 * whose body the relay passes on as it comes. Nothing of it is stored on the way.
 */

/** A path inside the workspace, with `/` between its parts and none before it; empty: the workspace itself. */
export const ScopedPath = z.string().check(
  z.maxLength(4000),
  z.refine((path) => isScopedPath(path), { error: 'not a path inside the workspace' }),
)

/** True for a path that names something inside the workspace: not absolute, no `..`, no empty part, no NUL. */
export function isScopedPath(path: string): boolean {
  if (path === '') return true
  return !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** What is asked of a runner. */
export const Read = z.discriminatedUnion('kind', [
  /** The sessions that the harness knows of → SessionPage. */
  z.object({ kind: z.literal('sessions'), cursor: z.nullable(z.string().check(z.maxLength(4000))) }),
  /** What a folder holds → FolderList. */
  z.object({ kind: z.literal('workspace.files'), path: ScopedPath }),
  /** A file's bytes, as they are. */
  z.object({ kind: z.literal('workspace.file'), path: ScopedPath }),
  /**
   * What changed → WorkspaceDiff: in one file or everywhere; against the last commit, or (`runId`) between the start
   * and the end of a run.
   */
  z.object({ kind: z.literal('workspace.diff'), path: z.nullable(ScopedPath), runId: z.nullable(Id) }),
  /** The whole workspace as a gzipped tar archive, without what git ignores and without git's own folder. */
  z.object({ kind: z.literal('workspace.archive') }),
])
/** What is asked of a runner. */
export type Read = z.infer<typeof Read>

/** Why a read has no answer. `busy`: too many at once. `unavailable`: the orb, its agent or its git cannot say. */
export const ReadRefusal = z.enum(['not-found', 'too-large', 'busy', 'unavailable'])
/** Why a read has no answer. */
export type ReadRefusal = z.infer<typeof ReadRefusal>

/** A session of a harness. */
export const HarnessSession = z.object({
  sessionId: z.string(),
  title: z.nullable(z.string()),
  updatedAt: z.nullable(Millis),
  /** The thread that is in it; null: none of this orb is. */
  threadId: z.nullable(z.string()),
})
/** A session of a harness. */
export type HarnessSession = z.infer<typeof HarnessSession>

/** GET /api/orbs/:orbId/sessions?cursor=. `listed`: false where the harness cannot list its sessions. */
export const SessionPage = z.object({
  listed: z.boolean(),
  sessions: z.array(HarnessSession),
  cursor: z.nullable(z.string()),
})
/** The sessions of a harness. */
export type SessionPage = z.infer<typeof SessionPage>

/** GET /api/orbs/:orbId/workspace/files?path= */
export const FolderList = z.object({
  path: z.string(),
  entries: z.array(z.object({ name: z.string(), kind: z.enum(['file', 'folder', 'link', 'other']), bytes: z.int() })),
  /** More than are listed. */
  cut: z.boolean(),
})
/** What a folder holds. */
export type FolderList = z.infer<typeof FolderList>

/** A changed file with both of its texts, where they are texts and small enough to be shown. */
export const ChangedFile = z.object({
  path: z.string(),
  status: z.enum(['added', 'modified', 'deleted']),
  added: z.int(),
  removed: z.int(),
  /** `text`: both texts are here. `binary`, `large`: neither is. */
  content: z.enum(['text', 'binary', 'large']),
  oldText: z.nullable(z.string()),
  newText: z.nullable(z.string()),
})
/** A changed file. */
export type ChangedFile = z.infer<typeof ChangedFile>

/** GET /api/orbs/:orbId/workspace/diff?path=&run= */
export const WorkspaceDiff = z.object({
  files: z.array(ChangedFile),
  /** More files changed than are here. */
  cut: z.boolean(),
})
/** What changed in a workspace. */
export type WorkspaceDiff = z.infer<typeof WorkspaceDiff>

/** Bounds of reads. */
export const READ_LIMITS = {
  /** A text of a changed file; larger ones are fetched alone, as files. */
  diffTextBytes: 256 * 1024,
  /** Everything in one diff. */
  diffBytes: 2 * 1024 * 1024,
  diffFiles: 300,
  folderEntries: 2000,
  /** A file or an archive: what a phone can hold and a link of a train can bring. */
  fileBytes: 256 * 1024 * 1024,
  /** At once, per orb: each may hold a process of git or tar. */
  perOrb: 4,
  /** From the question to the first byte. A harness may have to be started to list its sessions. */
  firstByteMs: 30_000,
} as const
