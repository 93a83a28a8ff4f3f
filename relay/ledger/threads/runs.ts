import type { RunStateReport } from '../../../shared/link/reports.ts'
import type { Operation } from '../commit/operation.ts'
import { greater, query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'

interface RunSlots {
  threadId: string
  runId: string
  orbId: string
  generation: number
  state: RunStateReport['state']
  commandId: string | null
  startedAt: number
  endedAt: number | null
  stopReason: RunStateReport['stopReason']
  message: string | null
  changes: string | null
}

const begin = statement((slot: RunSlots) =>
  query
    .insertInto('runs')
    .values({
      thread_id: slot.threadId,
      run_id: slot.runId,
      orb_id: slot.orbId,
      generation: slot.generation,
      state: slot.state,
      command_id: slot.commandId,
      started_at: slot.startedAt,
      ended_at: slot.endedAt,
      stop_reason: slot.stopReason,
      message: slot.message,
      changes: slot.changes,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

const end = statement(
  (slot: {
    threadId: string
    runId: string
    endedAt: number
    stopReason: RunStateReport['stopReason']
    message: string | null
    changes: string | null
  }) =>
    query
      .updateTable('runs')
      .set({
        state: 'ended',
        ended_at: slot.endedAt,
        stop_reason: slot.stopReason,
        message: slot.message,
        changes: slot.changes,
      })
      .where('thread_id', '=', slot.threadId)
      .where('run_id', '=', slot.runId)
      .where('ended_at', 'is', null),
)

const endEarlier = statement((slot: { orbId: string; generation: number; endedAt: number }) =>
  query
    .updateTable('runs')
    .set({ state: 'ended', ended_at: slot.endedAt, stop_reason: 'interrupted' })
    .where('orb_id', '=', slot.orbId)
    .where('generation', '<', slot.generation)
    .where('ended_at', 'is', null)
    .returning('thread_id as threadId'),
)

const noteThread = statement((slot: { threadId: string; at: number }) =>
  query
    .updateTable('threads')
    .set(({ ref, val }) => ({ last_activity: greater(ref('last_activity'), val(slot.at)) }))
    .where('thread_id', '=', slot.threadId),
)

const setNewestRun = statement((slot: { threadId: string; runId: string }) =>
  query.updateTable('threads').set({ run_id: slot.runId }).where('thread_id', '=', slot.threadId),
)

const setEndedRun = statement((slot: { orbId: string; threadId: string; runId: string }) =>
  query
    .updateTable('orbs')
    .set({ ended_thread_id: slot.threadId, ended_run_id: slot.runId })
    .where('orb_id', '=', slot.orbId),
)

/** Takes over that a run began or ended, at the runner's time `at`; an end that comes twice changes nothing. */
export function takeRunState(
  op: Operation,
  from: { readonly orbId: string; readonly generation: number; readonly at: number; readonly receivedAt: number },
  report: RunStateReport,
): void {
  const { threadId, runId, state, commandId, stopReason, message } = report
  const { orbId, generation, at } = from
  const endedAt = state === 'ended' ? at : null
  const changes = report.changes === undefined || report.changes === null ? null : JSON.stringify(report.changes)
  const said = { endedAt, stopReason, message, changes }
  const run = { threadId, runId, orbId, generation, state, commandId, startedAt: at, ...said }
  const isNew = op.store.run(begin, run) === 1
  if (isNew) op.store.run(setNewestRun, { threadId, runId })
  const ends = endedAt !== null && (isNew || op.store.run(end, { threadId, runId, ...said, endedAt }) === 1)
  if (ends) op.store.run(setEndedRun, { orbId, threadId, runId })
  op.store.run(noteThread, { threadId, at: from.receivedAt })
  op.touched.threads.add(threadId)
  op.touched.fleet.add(orbId)
}

/** Ends the runs of earlier generations: whoever could have reported their end is fenced. */
export function interruptEarlierRuns(
  op: Operation,
  { orbId, generation, at }: { readonly orbId: string; readonly generation: number; readonly at: number },
): void {
  for (const { threadId } of op.store.all(endEarlier, { orbId, generation, endedAt: at }))
    op.touched.threads.add(threadId)
}
