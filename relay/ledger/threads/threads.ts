import type { Operation } from '../commit/operation.ts'
import { greater, query } from '../dialect/open.ts'
import { noteActivity } from '../orbs/activity.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'

const owner = statement((slot: { threadId: string }) =>
  query.selectFrom('threads').select('orb_id as orbId').where('thread_id', '=', slot.threadId),
)

const present = statement((slot: { threadId: string }) =>
  query
    .selectFrom('threads')
    .innerJoin('orbs', 'orbs.orb_id', 'threads.orb_id')
    .select('threads.orb_id as orbId')
    .where('thread_id', '=', slot.threadId)
    .where('removed_at', 'is', null),
)

const create = statement(
  (slot: { threadId: string; orbId: string; title: string | null; createdAt: number; at: number }) =>
    query
      .insertInto('threads')
      .values({
        thread_id: slot.threadId,
        orb_id: slot.orbId,
        title_by_person: slot.title,
        head: 0,
        archived: 0,
        created_at: slot.createdAt,
        last_activity: slot.at,
      })
      .onConflict((conflict) => conflict.column('thread_id').doNothing()),
)

const advance = statement((slot: { threadId: string; orbId: string; generation: number; count: number; at: number }) =>
  query
    .updateTable('threads')
    .set(({ eb, ref, val }) => ({
      head: eb('head', '+', slot.count),
      last_activity: greater(ref('last_activity'), val(slot.at)),
    }))
    .where('thread_id', '=', slot.threadId)
    .where('orb_id', '=', slot.orbId)
    .where(({ exists, selectFrom, lit }) =>
      exists(
        selectFrom('orbs')
          .select(lit(1).as('one'))
          .where('orbs.orb_id', '=', slot.orbId)
          .where('generation', '=', slot.generation),
      ),
    )
    .returning('head'),
)

/** The orb that a thread belongs to, or null where the thread is not known. */
export function ownerOf(store: Store, threadId: string): string | null {
  return store.first(owner, { threadId })?.orbId ?? null
}

/** Makes a thread where there is none of that id. True where it is (now) a thread of that orb. */
export function ensureThread(
  op: Operation,
  thread: { threadId: string; orbId: string; at: number; createdAt: number; title?: string | null },
): boolean {
  const { threadId, orbId, at, createdAt, title = null } = thread
  if (op.store.run(create, { threadId, orbId, at, createdAt, title }) === 1) {
    op.touched.threads.add(threadId)
    noteActivity(op, { orbId, at, activity: null, threadId })
    return true
  }
  return ownerOf(op.store, threadId) === orbId
}

/**
 * Takes the next `count` positions of a thread and returns the last of them: order and fence in one statement.
 * Throws where the generation is no longer the present one, so that nothing of the batch is kept.
 */
export function takePositions(
  store: Store,
  take: { threadId: string; orbId: string; generation: number; count: number; at: number },
): number {
  const taken = store.first(advance, take)
  if (taken === undefined) throw new PerigeeError('conflict', 'A newer generation of this orb exists.')
  return taken.head
}

/** The orb that a thread belongs to, or null where either is not known, or the orb was removed. */
export function orbOfThread(op: Operation, threadId: string): string | null {
  return op.store.first(present, { threadId })?.orbId ?? null
}
