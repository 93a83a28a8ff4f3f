import { createHash } from 'node:crypto'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { PromptCommand } from '../../../shared/commands/commands.ts'
import type { QueueReceipt } from '../../../shared/rooms/content.ts'
import { haveAttachments } from '../blobs/blobs.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { QueueTake, QueueTakeOutcome } from '../ledger.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import { ownerOf } from '../threads/threads.ts'
import { writeCommand } from './insert.ts'

/** The number for a prompt, only where the orb is reachable, the thread idle and not held, no prompt on its way, and the id unused. */
const takeTurn = statement((slot: { orbId: string; threadId: string; itemId: string }) =>
  query
    .updateTable('orbs')
    .set(({ eb, lit }) => ({ last_cmd_seq: eb('last_cmd_seq', '+', lit(1)) }))
    .where('orb_id', '=', slot.orbId)
    .where('link', 'is not', null)
    .where(({ and, not, exists, selectFrom, lit }) =>
      and([
        not(exists(selectFrom('commands').select(lit(1).as('one')).where('command_id', '=', slot.itemId))),
        not(
          exists(
            selectFrom('commands')
              .select(lit(1).as('one'))
              .where('commands.orb_id', '=', slot.orbId)
              .where('finished', '=', lit(0))
              .where('thread_id', '=', slot.threadId)
              .where('kind', '=', 'prompt'),
          ),
        ),
        not(
          exists(
            selectFrom('threads')
              .select(lit(1).as('one'))
              .where('threads.thread_id', '=', slot.threadId)
              .where('queue_held', '=', lit(1)),
          ),
        ),
        not(
          exists(
            selectFrom('threads')
              .innerJoin('runs', (join) =>
                join.onRef('runs.thread_id', '=', 'threads.thread_id').onRef('runs.run_id', '=', 'threads.run_id'),
              )
              .select(lit(1).as('one'))
              .where('threads.thread_id', '=', slot.threadId)
              .where('ended_at', 'is', null),
          ),
        ),
      ]),
    )
    .returning(['last_cmd_seq as cmdSeq', 'generation', 'fence']),
)

const used = statement((slot: { itemId: string }) =>
  query.selectFrom('commands').select(['orb_id as orbId', 'kind', 'body', 'at']).where('command_id', '=', slot.itemId),
)

const insertReceipt = statement(
  (slot: { itemId: string; orbId: string; threadId: string; takenAt: number; textSha256: string }) =>
    query
      .insertInto('receipts')
      .values({
        item_id: slot.itemId,
        orb_id: slot.orbId,
        thread_id: slot.threadId,
        taken_at: slot.takenAt,
        text_sha256: slot.textSha256,
      })
      .onConflict((conflict) => conflict.doNothing()),
)

const newestReceipts = statement((slot: { orbId: string; limit: number }) =>
  query
    .selectFrom('receipts')
    .select(['item_id as itemId', 'thread_id as threadId', 'taken_at as takenAt', 'text_sha256 as textSha256'])
    .where('orb_id', '=', slot.orbId)
    .orderBy('number', 'desc')
    .limit(slot.limit),
)

/** Turns a queue item into a prompt, once for all time by its id; commands and items share their ids. */
export function takeQueueItem(op: Operation, item: QueueTake): QueueTakeOutcome {
  const { orbId, itemId, threadId, text, attachments, by, at } = item
  const before = op.store.first(used, { itemId })
  if (before !== undefined) {
    if (before.orbId === orbId && before.kind === 'prompt') noteTaken(op, orbId, itemId, before)
    return { outcome: 'already' }
  }
  if (ownerOf(op.store, threadId) !== orbId) return { outcome: 'gone' }
  const command = PromptCommand.safeParse({ kind: 'prompt', threadId, text, attachments })
  if (!command.success) throw new PerigeeError('bad-request', 'A queued prompt is empty or too long to be sent.')
  if (!haveAttachments(op, item)) return { outcome: 'files-missing' }
  const turn = op.store.first(takeTurn, { orbId, threadId, itemId })
  if (turn === undefined) return { outcome: 'not-now' }
  const { fence, ...numbers } = turn
  writeCommand(op, { commandId: itemId, orbId, fence, by, at, command: command.data, approvalId: null }, numbers)
  writeReceipt(op, orbId, { itemId, threadId, takenAt: at, textSha256: sha256Of(text) })
  return { outcome: 'taken', cmdSeq: numbers.cmdSeq }
}

/**
 * A prompt whose answer was lost is queued under its own id as well: without a receipt the item would stand on every
 * device for ever, as if it were still to come.
 */
function noteTaken(
  op: Operation,
  orbId: string,
  itemId: string,
  { body, at }: { readonly body: string; readonly at: number },
): void {
  const { threadId, text } = PromptCommand.parse(JSON.parse(body))
  writeReceipt(op, orbId, { itemId, threadId, takenAt: at, textSha256: sha256Of(text) })
}

function writeReceipt(op: Operation, orbId: string, receipt: QueueReceipt): void {
  if (op.store.run(insertReceipt, { ...receipt, orbId }) > 0) op.touched.receipts.push({ orbId, receipt })
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The newest receipts of an orb, oldest first. */
export function receiptsOf(store: Store, orbId: string, limit: number): QueueReceipt[] {
  return store.all(newestReceipts, { orbId, limit }).reverse()
}
