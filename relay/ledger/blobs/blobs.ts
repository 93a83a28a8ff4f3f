import type { Attachment } from '../../../shared/commands/attachments.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { BlobRecord } from '../ledger.ts'
import { statement } from '../store/statement.ts'
import { settleBlob } from './draft-files.ts'

const insert = statement((slot: { orbId: string; sha256: string; bytes: number; at: number; draftOf: string | null }) =>
  query
    .insertInto('blobs')
    .values({ orb_id: slot.orbId, sha256: slot.sha256, bytes: slot.bytes, at: slot.at, draft_of: slot.draftOf })
    .onConflict((conflict) => conflict.doNothing()),
)

const find = statement((slot: { orbId: string; sha256: string }) =>
  query
    .selectFrom('blobs')
    .innerJoin('orbs', 'orbs.orb_id', 'blobs.orb_id')
    .select('bytes')
    .where('blobs.orb_id', '=', slot.orbId)
    .where('sha256', '=', slot.sha256)
    .where('removed_at', 'is', null),
)

const addThread = statement((slot: { orbId: string; sha256: string; threadId: string }) =>
  query
    .insertInto('blob_threads')
    .values({ orb_id: slot.orbId, sha256: slot.sha256, thread_id: slot.threadId })
    .onConflict((conflict) => conflict.doNothing()),
)

// What an orb said of a thread that turned out to be another's, or that has not come yet, finds nothing.
const findThreads = statement((slot: { orbId: string; sha256: string }) =>
  query
    .selectFrom('blob_threads')
    .innerJoin('threads', (join) =>
      join
        .onRef('threads.thread_id', '=', 'blob_threads.thread_id')
        .onRef('threads.orb_id', '=', 'blob_threads.orb_id'),
    )
    .innerJoin('orbs', 'orbs.orb_id', 'blob_threads.orb_id')
    .select('blob_threads.thread_id as threadId')
    .where('blob_threads.orb_id', '=', slot.orbId)
    .where('sha256', '=', slot.sha256)
    .where('removed_at', 'is', null),
)

/**
 * Notes that an orb has handed in a blob: from now on it may be read with that orb's rights, and with those of the
 * thread that the orb named, if any. That thread need not be known yet; each further one is added to the earlier ones.
 */
export function recordBlob(op: Operation, blob: BlobRecord): void {
  const { orbId, sha256, bytes, threadId, forDraft, at } = blob
  const draftOf = forDraft === true ? threadId : null
  // What came for one thing is needed for two now.
  if (op.store.run(insert, { orbId, sha256, bytes, at, draftOf }) === 0) settleBlob(op, orbId, sha256, draftOf ?? '')
  if (threadId !== null) op.store.run(addThread, { orbId, sha256, threadId })
}

/** True where this orb is here and has handed in this blob. A hash alone gives no right to it. */
export function hasBlob(op: Operation, orbId: string, sha256: string): boolean {
  return op.store.first(find, { orbId, sha256 }) !== undefined
}

/** True where every file was handed in, in its size, for this thread of this orb: only then may a prompt name them. */
export function haveAttachments(
  op: Operation,
  {
    orbId,
    threadId,
    attachments = [],
  }: { orbId: string; threadId: string; attachments?: readonly Attachment[] | undefined },
): boolean {
  return attachments.every(
    ({ sha256, bytes }) =>
      op.store.first(find, { orbId, sha256 })?.bytes === bytes && threadsOfBlob(op, orbId, sha256).includes(threadId),
  )
}

/** The threads of this orb that it handed a blob in for; none once the orb was removed. */
export function threadsOfBlob(op: Operation, orbId: string, sha256: string): string[] {
  return op.store.all(findThreads, { orbId, sha256 }).map((row) => row.threadId)
}
