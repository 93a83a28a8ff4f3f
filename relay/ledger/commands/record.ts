import { isDeepStrictEqual } from 'node:util'
import type { CommandOutcome } from '../../../shared/commands/commands.ts'
import { haveAttachments } from '../blobs/blobs.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { CommandRecord } from '../ledger.ts'
import { standingOf } from '../orbs/orbs.ts'
import { statement } from '../store/statement.ts'
import { archiveThread, renameThread } from '../threads/meta.ts'
import { ensureThread, ownerOf } from '../threads/threads.ts'
import { holdOrRelease } from './hold.ts'
import { insertCommand } from './insert.ts'

const find = statement((slot: { commandId: string }) =>
  query
    .selectFrom('commands')
    .select(['orb_id as orbId', 'cmd_seq as cmdSeq', 'at', 'state', 'body'])
    .where('command_id', '=', slot.commandId),
)

/**
 * Records a command once by its id: a repetition with the same content gets the first answer again, one with another
 * content a conflict. What a command changes in the relay's own keeping (a thread's name, say) takes effect at once.
 */
export function recordCommand(op: Operation, request: CommandRecord): CommandOutcome {
  const { orbId, commandId, fence, command, by, at } = request
  const before = op.store.first(find, { commandId })
  if (before !== undefined) return repeated(request, before)
  const standing = standingOf(op.store, orbId)
  if (standing === undefined) return { outcome: 'gone', message: 'There is no such orb any more.' }
  if (standing.fence !== fence) return { outcome: 'stale-fence', fence: standing.fence }
  const refusal = takeEffect(op, request)
  if (refusal !== null) return refusal
  holdOrRelease(op, orbId, command)
  const { cmdSeq } = insertCommand(op, { commandId, orbId, fence, command, by, at, approvalId: null })
  return { outcome: 'recorded', commandId, cmdSeq, at, state: 'recorded', repeated: false }
}

function repeated(
  { orbId, commandId, command }: CommandRecord,
  before: {
    orbId: string
    cmdSeq: number
    at: number
    state: 'recorded' | 'delivered' | 'applied' | 'refused' | 'undeliverable' | 'unknown'
    body: string
  },
): CommandOutcome {
  const same = before.orbId === orbId && isDeepStrictEqual(JSON.parse(before.body), JSON.parse(JSON.stringify(command)))
  if (!same)
    return {
      outcome: 'conflict',
      message: 'This id was used for another command before. That one stands; nothing was added.',
    }
  const { cmdSeq, at, state } = before
  return { outcome: 'recorded', commandId, cmdSeq, at, state, repeated: true }
}

function takeEffect(op: Operation, { orbId, command, at }: CommandRecord): CommandOutcome | null {
  if (!('threadId' in command)) return null
  const { threadId } = command
  if (command.kind === 'thread.new') {
    if (ownerOf(op.store, threadId) !== null)
      return { outcome: 'conflict', message: 'There is a thread of this id already. Nothing was added.' }
    ensureThread(op, { threadId, orbId, at, createdAt: at, title: command.title })
    return null
  }
  if (ownerOf(op.store, threadId) !== orbId) return { outcome: 'gone', message: 'There is no such thread in this orb.' }
  if (command.kind === 'prompt' && !haveAttachments(op, { orbId, ...command }))
    return { outcome: 'conflict', message: 'A file of this message is not here yet. Send it first; nothing was added.' }
  if (command.kind === 'thread.rename') renameThread(op, orbId, threadId, command.title)
  if (command.kind === 'thread.archive') archiveThread(op, orbId, threadId, command.archived)
  return null
}
