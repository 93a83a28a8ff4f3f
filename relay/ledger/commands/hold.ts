import type { RequestedCommand } from '../../../shared/commands/commands.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'

const holdThread = statement((slot: { orbId: string; threadId: string }) =>
  query
    .updateTable('threads')
    .set(({ lit }) => ({ queue_held: lit(1) }))
    .where('thread_id', '=', slot.threadId)
    .where('orb_id', '=', slot.orbId)
    .where('queue_held', '=', 0)
    .returning('thread_id as threadId'),
)

const holdOrb = statement((slot: { orbId: string }) =>
  query
    .updateTable('threads')
    .set(({ lit }) => ({ queue_held: lit(1) }))
    .where('orb_id', '=', slot.orbId)
    .where('queue_held', '=', 0)
    .returning('thread_id as threadId'),
)

const release = statement((slot: { orbId: string; threadId: string }) =>
  query
    .updateTable('threads')
    .set(({ lit }) => ({ queue_held: lit(0) }))
    .where('thread_id', '=', slot.threadId)
    .where('orb_id', '=', slot.orbId)
    .where('queue_held', '=', 1)
    .returning('thread_id as threadId'),
)

/** A stop holds the queue: whoever stops an agent does not expect the next item to start it again. A prompt lets it go on. */
export function holdOrRelease(op: Operation, orbId: string, command: RequestedCommand): void {
  if (command.kind === 'stop') note(op, op.store.all(holdOrb, { orbId }))
  if (command.kind === 'cancel') note(op, op.store.all(holdThread, { orbId, threadId: command.threadId }))
  if (command.kind === 'prompt') releaseQueue(op, orbId, command.threadId)
}

/** Lets a thread's queue go on. Does nothing where it is not held. */
export function releaseQueue(op: Operation, orbId: string, threadId: string): void {
  note(op, op.store.all(release, { orbId, threadId }))
}

function note(op: Operation, rows: readonly { readonly threadId: string }[]): void {
  for (const { threadId } of rows) op.touched.threads.add(threadId)
}
