import { moveEffect } from '../approvals/effects.ts'
import { isOf } from '../approvals/view.ts'
import type { Operation } from '../commit/operation.ts'
import type { CommandEffectReport, DecisionEffectReport } from '../../../shared/link/reports.ts'
import type { CommandState } from '../../../shared/commands/commands.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'

const deliver = statement((slot: { orbId: string; commandId: string }) =>
  query
    .updateTable('commands')
    .set({ state: 'delivered' })
    .where('command_id', '=', slot.commandId)
    .where('orb_id', '=', slot.orbId)
    .where('state', '=', 'recorded')
    .returning('approval_id as approvalId'),
)

const finish = statement((slot: { orbId: string; commandId: string; state: CommandState; message: string | null }) =>
  query
    .updateTable('commands')
    .set({ state: slot.state, message: slot.message })
    .where('command_id', '=', slot.commandId)
    .where('orb_id', '=', slot.orbId)
    .where(({ eb, lit }) => eb('finished', '=', lit(0)))
    .returning('approval_id as approvalId'),
)

const ours = statement((slot: { orbId: string; commandId: string }) =>
  query
    .selectFrom('commands')
    .select('state')
    .where('command_id', '=', slot.commandId)
    .where('orb_id', '=', slot.orbId),
)

const endEarlier = statement((slot: { orbId: string; generation: number; message: string }) =>
  query
    .updateTable('commands')
    .set({ state: 'undeliverable', message: slot.message })
    .where('orb_id', '=', slot.orbId)
    .where(({ eb, lit }) => eb('finished', '=', lit(0)))
    .where('generation', '<', slot.generation)
    .returning(['command_id as commandId', 'approval_id as approvalId']),
)

/** What became of a command. */
interface Step {
  readonly orbId: string
  readonly commandId: string
  readonly state: Exclude<CommandState, 'recorded'>
  readonly message: string | null
}

/** Moves a command on, with the approval that it answers. A command that is finished stays as it is. */
function moveCommand(op: Operation, { orbId, commandId, state, message }: Step): boolean {
  const moved =
    state === 'delivered'
      ? op.store.first(deliver, { orbId, commandId })
      : op.store.first(finish, { orbId, commandId, state, message })
  if (moved === undefined) return false
  op.touched.commands.add(commandId)
  if (moved.approvalId !== null) {
    const effect = state === 'refused' ? 'undeliverable' : state
    moveEffect(op, { orbId, approvalId: moved.approvalId, decisionId: commandId, effect, message })
  }
  return true
}

/** Takes over what a runner says became of a command. False where its orb has no such command. */
export function takeCommandEffect(op: Operation, orbId: string, report: CommandEffectReport): boolean {
  const { commandId, effect: state, message } = report
  return (
    moveCommand(op, { orbId, commandId, state, message }) || op.store.first(ours, { orbId, commandId }) !== undefined
  )
}

/** Takes over what a runner says became of a decision, and of its command. False where its orb has no such approval. */
export function takeDecisionEffect(op: Operation, orbId: string, report: DecisionEffectReport): boolean {
  const { approvalId, commandId, effect, message } = report
  // A call that went on without our answer has no use for it any more.
  const state = effect === 'bypassed' ? 'undeliverable' : effect
  if (commandId !== null) moveCommand(op, { orbId, commandId, state, message })
  return (
    moveEffect(op, { orbId, approvalId, decisionId: commandId, effect, message }) || isOf(op.store, orbId, approvalId)
  )
}

/** Nobody will carry out what was meant for a generation below this one: `message` says why. */
export function endEarlierCommands(
  op: Operation,
  { orbId, generation, message }: { readonly orbId: string; readonly generation: number; readonly message: string },
): void {
  for (const { commandId, approvalId } of op.store.all(endEarlier, { orbId, generation, message })) {
    op.touched.commands.add(commandId)
    if (approvalId !== null)
      moveEffect(op, { orbId, approvalId, decisionId: commandId, effect: 'undeliverable', message })
  }
}
