import type { ThreadMetaReport } from '../../../shared/link/reports.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { cutName } from '../cut.ts'

const setMeta = statement(
  (slot: { threadId: string; orbId: string; parent: string | null; title: string | null; meta: string }) =>
    query
      .updateTable('threads')
      .set({ parent_thread_id: slot.parent, title: slot.title, meta: slot.meta })
      .where('thread_id', '=', slot.threadId)
      .where('orb_id', '=', slot.orbId),
)

const setTitle = statement((slot: { threadId: string; orbId: string; title: string }) =>
  query
    .updateTable('threads')
    .set({ title_by_person: slot.title })
    .where('thread_id', '=', slot.threadId)
    .where('orb_id', '=', slot.orbId),
)

const setArchived = statement((slot: { threadId: string; orbId: string; archived: number }) =>
  query
    .updateTable('threads')
    .set({ archived: slot.archived })
    .where('thread_id', '=', slot.threadId)
    .where('orb_id', '=', slot.orbId),
)

/** Takes over what a runner says of a thread. */
export function takeThreadMeta(op: Operation, orbId: string, report: ThreadMetaReport): void {
  const { threadId, parentThreadId: parent } = report
  const title = report.title === null ? null : cutName(report.title)
  const meta = JSON.stringify({ ...report, title })
  if (op.store.run(setMeta, { threadId, orbId, parent, title, meta }) === 1) op.touched.threads.add(threadId)
}

/** Gives a thread the name that a person chose. */
export function renameThread(op: Operation, orbId: string, threadId: string, title: string): void {
  if (op.store.run(setTitle, { threadId, orbId, title }) === 1) op.touched.threads.add(threadId)
}

/** Puts a thread away, or takes it back. */
export function archiveThread(op: Operation, orbId: string, threadId: string, archived: boolean): void {
  if (op.store.run(setArchived, { threadId, orbId, archived: archived ? 1 : 0 }) === 1) op.touched.threads.add(threadId)
}
