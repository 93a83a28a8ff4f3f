import type { ThreadMetaReport } from '../../../shared/link/reports.ts'
import type { ThreadView } from '../../../shared/rooms/content.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

const base = query
  .selectFrom('threads')
  .leftJoin('runs', (join) =>
    join.onRef('runs.thread_id', '=', 'threads.thread_id').onRef('runs.run_id', '=', 'threads.run_id'),
  )
  .select([
    'threads.thread_id as threadId',
    'threads.orb_id as orbId',
    'parent_thread_id as parentThreadId',
    'title',
    'title_by_person as titleByPerson',
    'archived',
    'queue_held as queueHeld',
    'created_at as createdAt',
    'last_activity as lastActivity',
    'head',
    'meta',
    'runs.run_id as runId',
    'runs.state as runState',
    'started_at as startedAt',
    'ended_at as endedAt',
    'stop_reason as stopReason',
    'message',
    'changes',
  ])

const one = statement((slot: { threadId: string }) => base.where('threads.thread_id', '=', slot.threadId))

const names = statement((slot: { threadId: string }) =>
  query
    .selectFrom('threads')
    .select(['title', 'title_by_person as titleByPerson'])
    .where('thread_id', '=', slot.threadId),
)

const ofOrb = statement((slot: { orbId: string }) => base.where('threads.orb_id', '=', slot.orbId).orderBy('number'))

type Row = NonNullable<ReturnType<typeof rowOf>>

function rowOf(store: Store, threadId: string) {
  return store.first(one, { threadId })
}

/** A thread as its orb's room lists it, with the orb that it belongs to; null where there is none. */
export function threadView(store: Store, threadId: string): { orbId: string; thread: ThreadView } | null {
  const row = rowOf(store, threadId)
  return row === undefined ? null : { orbId: row.orbId, thread: view(row) }
}

/** What a thread is called; empty where it has no name, or is not there. */
export function threadTitle(store: Store, threadId: string): string {
  const row = store.first(names, { threadId })
  return row === undefined ? '' : titleOf(row)
}

/** All threads of an orb, oldest first. */
export function threadsOf(store: Store, orbId: string): ThreadView[] {
  return store.all(ofOrb, { orbId }).map(view)
}

function view(row: Row): ThreadView {
  return {
    threadId: row.threadId,
    parentThreadId: row.parentThreadId,
    title: titleOf(row),
    archived: row.archived === 1,
    queueHeld: row.queueHeld === 1,
    createdAt: row.createdAt,
    lastActivity: row.lastActivity,
    head: row.head,
    run: runOf(row),
    meta: row.meta === null ? null : (JSON.parse(row.meta) as ThreadMetaReport),
  }
}

/** The name that a person gave stays, whatever the harness calls the thread later. */
function titleOf({ title, titleByPerson }: Pick<Row, 'title' | 'titleByPerson'>): string {
  return titleByPerson ?? title ?? ''
}

function runOf(row: Row): ThreadView['run'] {
  const { runId, runState: state, startedAt, endedAt, stopReason, message, changes } = row
  if (runId === null || state === null || startedAt === null) return null
  return { runId, state, startedAt, endedAt, stopReason, message, changes: changesOf(changes) }
}

function changesOf(json: string | null): NonNullable<ThreadView['run']>['changes'] {
  return json === null ? null : (JSON.parse(json) as NonNullable<ThreadView['run']>['changes'])
}
