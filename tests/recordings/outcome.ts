import type { RunningRunner } from '../../orb/testing/running.ts'
import { KnownReport } from '../../shared/link/reports.ts'
import { EMPTY_TRANSCRIPT, reduceTranscript, type PlacedEvent } from '../../shared/transcripts/transcript.ts'
import { WORKSPACE } from './tape.ts'

/**
 * What a run came to, as JSON for people: all that the runner reports but moments, ids of its own and the folder it
 * worked in, which are other ones each time.
 */
export function outcomeOf({ events: all, workspace, orbId }: RunningRunner): string {
  const events = all()
  const placed = events.flatMap((event): PlacedEvent[] =>
    event.type === 'entry' ? [{ ...event, position: event.seq }] : [],
  )
  const { entries } = reduceTranscript(EMPTY_TRANSCRIPT, placed)
  const reports = events.flatMap((event) => {
    const report = event.type === 'report' ? KnownReport.safeParse(event.report) : null
    return report?.success === true ? [report.data] : []
  })
  const named = <N extends KnownReport['name']>(name: N): Extract<KnownReport, { name: N }>[] =>
    reports.flatMap((report) => (report.name === name ? [report as Extract<KnownReport, { name: N }>] : []))
  const ended = named('run.state').filter((run) => run.state === 'ended')
  const runs = ended.map((run) => run.runId)

  const outcome = {
    orb: named('orb.state')
      .map(({ state, harness, asking, message }) => ({ state, harness, asking, message }))
      .at(-1),
    // Usage is reported at its own pace, so that which one is the last differs.
    thread: { ...named('thread.meta').at(-1), usage: undefined },
    runs: ended.map(({ stopReason, message }) => ({ stopReason, message })),
    approvals: named('approval.raised').map(({ approval }) => ({
      ...approval,
      ended: named('approval.ended').find((one) => one.approvalId === approval.approvalId)?.outcome ?? null,
      effects: named('decision.effect').flatMap((one) => (one.approvalId === approval.approvalId ? [one.effect] : [])),
    })),
    entries: entries.map(({ kind, runId, open, body }) => ({
      run: runId === null ? null : runs.indexOf(runId),
      kind,
      ...(open && { open }),
      body,
    })),
  }
  const hidden = new Set(['approvalId', 'threadId', 'runId', 'nonce', 'digest', 'raisedAt', 'createdAt', 'commandId'])
  const text = JSON.stringify(outcome, (key, value: unknown) => (hidden.has(key) ? undefined : value), 2)
  return `${text.replaceAll(workspace, WORKSPACE).replaceAll(orbId, 'ORB')}\n`
}
