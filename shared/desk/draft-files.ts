import type * as Y from 'yjs'
import * as z from 'zod/mini'
import { Attachment } from '../commands/attachments.ts'
import { Id } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { readQueue } from './desk.ts'

/**
 * A file beside the draft of a thread, as all devices see it. Its bytes are on one device until it has handed them in
 * with the relay; from then on any device may send it.
 */
export const DraftFile = z.object({
  threadId: Id,
  attachment: Attachment,
  /** Which device has it, and what that one is called. */
  deviceId: z.string(),
  deviceName: z.string().check(z.maxLength(LIMITS.nameChars)),
  handedIn: z.boolean(),
})
/** A file beside the draft of a thread. */
export type DraftFile = z.infer<typeof DraftFile>

/** The files beside all drafts: fileId → DraftFile, each written whole. */
export function draftFilesOf(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap('files')
}

/** The files beside one draft, by their ids; null for each of any draft that was removed. What is none is left out. */
export function readDraftFiles(doc: Y.Doc, threadId: string): ReadonlyMap<string, DraftFile | null> {
  const files = new Map<string, DraftFile | null>()
  const all = draftFilesOf(doc)
  for (const fileId of all._map.keys()) {
    if (!all.has(fileId)) files.set(fileId, null)
    const file = DraftFile.safeParse(all.get(fileId)).data
    if (file?.threadId === threadId) files.set(fileId, file)
  }
  return files
}

/** Whether a file beside any draft, or with any item of the queue, has these bytes. */
export function isFileNamed(doc: Y.Doc, sha256: string): boolean {
  const beside = [...draftFilesOf(doc).values()].map((file) => DraftFile.safeParse(file).data?.attachment)
  const queued = readQueue(doc).flatMap(({ attachments = [] }) => attachments)
  return [...beside, ...queued].some((attachment) => attachment?.sha256 === sha256)
}
