import type { Attachment } from '../../../shared/commands/attachments.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { DraftFileKey, DraftFileRemoval } from '../ledger.ts'
import { statement } from '../store/statement.ts'

const settle = statement((slot: { orbId: string; sha256: string; unlessOf: string }) =>
  query
    .updateTable('blobs')
    .set({ draft_of: null })
    .where('orb_id', '=', slot.orbId)
    .where('sha256', '=', slot.sha256)
    .where('draft_of', '!=', slot.unlessOf),
)

const removeThreads = statement((slot: DraftFileKey) =>
  query
    .deleteFrom('blob_threads')
    .where('orb_id', '=', slot.orbId)
    .where('sha256', '=', slot.sha256)
    .where(({ exists, selectFrom, lit }) =>
      exists(
        selectFrom('blobs')
          .select(lit(1).as('one'))
          .whereRef('blobs.orb_id', '=', 'blob_threads.orb_id')
          .whereRef('blobs.sha256', '=', 'blob_threads.sha256')
          .where('draft_of', '=', slot.threadId),
      ),
    ),
)

const remove = statement((slot: DraftFileKey) =>
  query
    .deleteFrom('blobs')
    .where('orb_id', '=', slot.orbId)
    .where('sha256', '=', slot.sha256)
    .where('draft_of', '=', slot.threadId),
)

const anyOf = statement((slot: { sha256: string }) =>
  query
    .selectFrom('blobs')
    .select(({ lit }) => lit(1).as('one'))
    .where('sha256', '=', slot.sha256)
    .limit(1),
)

/** A blob is more than a file of a draft from now on: it stays. `unlessOf`: that thread's draft may name it again. */
export function settleBlob(op: Operation, orbId: string, sha256: string, unlessOf = ''): void {
  op.store.run(settle, { orbId, sha256, unlessOf })
}

/** The files of a prompt that was recorded stay. */
export function settleAttachments(op: Operation, orbId: string, attachments: readonly Attachment[] = []): void {
  for (const { sha256 } of attachments) settleBlob(op, orbId, sha256)
}

/** Takes back a file that was handed in for a draft of a thread, where nothing else has named it since. */
export function removeDraftFile(op: Operation, key: DraftFileKey): DraftFileRemoval {
  op.store.run(removeThreads, key)
  const removed = op.store.run(remove, key) > 0
  return { removed, unused: removed && op.store.first(anyOf, key) === undefined }
}
