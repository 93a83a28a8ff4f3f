import type { Actor } from '../../../shared/approvals/decision.ts'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import type { CommandBody, LinkCommand } from '../../../shared/commands/commands.ts'
import { settleAttachments } from '../blobs/draft-files.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'

/** A command to be written. */
export interface NewCommand {
  readonly commandId: string
  readonly orbId: string
  readonly fence: number
  readonly by: Actor
  readonly at: number
  readonly command: CommandBody
  readonly approvalId: string | null
}

/** The numbers that an orb gives to a command. */
export interface CommandNumbers {
  readonly cmdSeq: number
  readonly generation: number
}

const takeNumber = statement((slot: { orbId: string; commandId: string }) =>
  query
    .updateTable('orbs')
    .set(({ eb, lit }) => ({ last_cmd_seq: eb('last_cmd_seq', '+', lit(1)) }))
    .where('orb_id', '=', slot.orbId)
    .where(({ not, exists, selectFrom, lit }) =>
      not(exists(selectFrom('commands').select(lit(1).as('one')).where('command_id', '=', slot.commandId))),
    )
    .returning(['last_cmd_seq as cmdSeq', 'generation']),
)

const insert = statement(
  (slot: {
    commandId: string
    orbId: string
    cmdSeq: number
    generation: number
    fence: number
    kind: string
    threadId: string | null
    body: string
    at: number
    by: string
    approvalId: string | null
  }) =>
    query.insertInto('commands').values({
      command_id: slot.commandId,
      orb_id: slot.orbId,
      cmd_seq: slot.cmdSeq,
      generation: slot.generation,
      fence: slot.fence,
      kind: slot.kind,
      thread_id: slot.threadId,
      body: slot.body,
      at: slot.at,
      by: slot.by,
      state: 'recorded',
      approval_id: slot.approvalId,
    }),
)

/** Gives a command the orb's next number and writes it. Throws `conflict` where its id was used before. */
export function insertCommand(op: Operation, command: NewCommand): CommandNumbers {
  const numbers = op.store.first(takeNumber, command)
  if (numbers === undefined)
    throw new PerigeeError('conflict', 'This id was used for another command before. Nothing was changed.')
  writeCommand(op, command, numbers)
  return numbers
}

/** Writes a command that has its numbers already, and hands it to the orb's link. */
export function writeCommand(op: Operation, command: NewCommand, numbers: CommandNumbers): void {
  const { commandId, orbId, fence, by, at, approvalId } = command
  const threadId = 'threadId' in command.command ? command.command.threadId : null
  const texts = { body: JSON.stringify(command.command), by: JSON.stringify(by) }
  const row = { commandId, orbId, fence, at, approvalId, threadId, kind: command.command.kind, ...numbers, ...texts }
  op.store.run(insert, row)
  if (command.command.kind === 'prompt') settleAttachments(op, orbId, command.command.attachments)
  const link: LinkCommand = { commandId, ...numbers, fence, at, by, command: command.command }
  op.touched.commands.add(commandId)
  op.touched.deliver.push({ orbId, command: link })
}
