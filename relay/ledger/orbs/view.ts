import type { OrbRoster, WorkspaceReport } from '../../../shared/link/reports.ts'
import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import type { FleetOrb, OrbView } from '../../../shared/rooms/content.ts'
import { waitsForOf } from '../../approvals/waits-for.ts'
import type { Operation } from '../commit/operation.ts'
import { cutName } from '../cut.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import { storedAgent } from './agent.ts'

const orbRow = statement((slot: { orbId: string }) =>
  query.selectFrom('orbs').selectAll().where('orb_id', '=', slot.orbId).where('removed_at', 'is', null),
)

const orbIds = statement((_: object) =>
  query.selectFrom('orbs').select('orb_id as orbId').where('removed_at', 'is', null).orderBy('orb_id'),
)

const waiting = statement((slot: { orbId: string }) =>
  query
    .selectFrom('approvals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orb_id', '=', slot.orbId)
    .where('ended_at', 'is', null),
)

const oldestWaiting = statement((slot: { orbId: string }) =>
  query
    .selectFrom('approvals')
    .select('request')
    .where('orb_id', '=', slot.orbId)
    .where('ended_at', 'is', null)
    .orderBy('number')
    .limit(1),
)

const newestWaiting = statement((slot: { orbId: string }) =>
  query
    .selectFrom('approvals')
    .select('nonce')
    .where('orb_id', '=', slot.orbId)
    .where('ended_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1),
)

const endedRun = statement((slot: { threadId: string; runId: string }) =>
  query
    .selectFrom('runs')
    .select(['thread_id as threadId', 'ended_at as at', 'stop_reason as stopReason'])
    .where('thread_id', '=', slot.threadId)
    .where('run_id', '=', slot.runId),
)

/** An orb as its own room shows it, or null where there is no such orb, or no more. */
export function orbView(store: Store, orbId: string): OrbView | null {
  const row = store.first(orbRow, { orbId })
  if (row === undefined) return null
  return {
    orbId,
    title: row.title,
    state: row.state,
    message: row.message,
    isolation: row.isolation,
    harness: { name: row.harness_name, version: row.harness_version },
    workspace: row.workspace,
    generation: row.generation,
    awaySince: row.away_since,
    lastActivity: row.last_activity,
    account: row.account,
    roster: row.roster === null ? null : (JSON.parse(row.roster) as OrbRoster),
    ...storedAgent(row.agent),
  }
}

/** The newest workspace report of an orb, or null. */
export function workspaceOf(store: Store, orbId: string): WorkspaceReport | null {
  const report = store.first(orbRow, { orbId })?.workspace_report ?? null
  return report === null ? null : (JSON.parse(report) as WorkspaceReport)
}

/** An orb as the home screen shows it, or null where there is no such orb, or no more. */
export function fleetOrb(store: Store, orbId: string): FleetOrb | null {
  const row = store.first(orbRow, { orbId })
  if (row === undefined) return null
  const agent = storedAgent(row.agent)
  const ended =
    row.ended_run_id === null || row.ended_thread_id === null
      ? undefined
      : store.first(endedRun, { threadId: row.ended_thread_id, runId: row.ended_run_id })
  return {
    orbId,
    title: row.title,
    project: projectOf(row.workspace),
    state: row.state,
    isolation: row.isolation,
    asking: agent.asking,
    answeredFromInside: agent.answeredFromInside,
    awaySince: row.away_since,
    ...waits(store, orbId),
    lastActivity: row.last_activity,
    activity: row.activity,
    runEnded: runEnded(ended),
    newestThreadId: row.newest_thread_id,
  }
}

/** Every orb, as the home screen shows them. */
export function fleet(op: Operation): FleetOrb[] {
  const orbs = op.store.all(orbIds, {}).map(({ orbId }) => fleetOrb(op.store, orbId))
  return orbs.filter((orb) => orb !== null)
}

/** The last part of a workspace's path, by either system's separator. */
function projectOf(workspace: string): string | null {
  const name = workspace.split(/[\\/]/).findLast((part) => part !== '')
  return name === undefined ? null : cutName(name)
}

function waits(store: Store, orbId: string): Pick<FleetOrb, 'waits' | 'waitsFor' | 'newestWait'> {
  const oldest = store.first(oldestWaiting, { orbId })
  if (oldest === undefined) return { waits: 0, waitsFor: null, newestWait: null }
  return {
    waits: store.first(waiting, { orbId })?.count ?? 0,
    waitsFor: waitsForOf(JSON.parse(oldest.request) as ApprovalRequest),
    newestWait: store.first(newestWaiting, { orbId })?.nonce ?? null,
  }
}

function runEnded(
  run:
    | { threadId: string; at: number | null; stopReason: NonNullable<FleetOrb['runEnded']>['stopReason'] | null }
    | undefined,
): FleetOrb['runEnded'] {
  if (run === undefined || run.at === null || run.stopReason === null) return null
  return { at: run.at, stopReason: run.stopReason, threadId: run.threadId }
}
