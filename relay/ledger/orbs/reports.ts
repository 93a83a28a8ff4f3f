import type { OrbStateReport, WorkspaceReport } from '../../../shared/link/reports.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { cutName } from '../cut.ts'
import { agentOf } from './agent.ts'

const setState = statement(
  (slot: {
    orbId: string
    state: OrbStateReport['state']
    title: string
    message: string | null
    isolation: OrbStateReport['isolation']
    harnessName: string
    harnessVersion: string
    workspace: string
    account: string | null
    roster: string | null
    agent: string
  }) =>
    query
      .updateTable('orbs')
      .set({
        state: slot.state,
        title: slot.title,
        message: slot.message,
        isolation: slot.isolation,
        harness_name: slot.harnessName,
        harness_version: slot.harnessVersion,
        workspace: slot.workspace,
        account: slot.account,
        roster: slot.roster,
        agent: slot.agent,
      })
      .where('orb_id', '=', slot.orbId),
)

const setWorkspace = statement((slot: { orbId: string; report: string }) =>
  query.updateTable('orbs').set({ workspace_report: slot.report }).where('orb_id', '=', slot.orbId),
)

/** Takes over what a runner says of its orb as a whole. */
export function takeOrbState(op: Operation, orbId: string, report: OrbStateReport): void {
  const { state, message, isolation, harness, workspace } = report
  const title = cutName(report.title)
  const names = { harnessName: harness.name, harnessVersion: harness.version }
  const roster = report.roster === undefined || report.roster === null ? null : JSON.stringify(report.roster)
  const believes = { account: report.account ?? null, roster }
  const agent = JSON.stringify(agentOf(report))
  op.store.run(setState, { orbId, state, title, message, isolation, workspace, ...names, ...believes, agent })
  op.touched.orbs.add(orbId)
  op.touched.fleet.add(orbId)
}

/** Takes over what a runner says of its workspace. */
export function takeWorkspace(op: Operation, orbId: string, report: WorkspaceReport): void {
  op.store.run(setWorkspace, { orbId, report: JSON.stringify(report) })
  op.touched.workspaces.add(orbId)
}
