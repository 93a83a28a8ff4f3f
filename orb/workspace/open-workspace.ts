import { basename, dirname, join } from 'node:path'
import type { Launch, Provider } from '../harness/provider.ts'
import { RunSnapshots } from './run-snapshots.ts'
import type { Workspace } from './workspace.ts'

/**
 * The workspace as it is read from outside, and what is kept of its runs. `folder`: the orb's own state folder, which
 * nobody is shown, with all of the installation that it belongs to.
 */
export function openWorkspace(
  agent: Launch,
  provider: Provider,
  folder: string,
): { readonly workspace: Workspace; readonly snapshots: RunSnapshots } {
  const orbs = dirname(folder)
  const hidden = basename(orbs) === 'orbs' ? dirname(orbs) : folder
  // Where the agent is kept apart, git runs as the agent, and can write in the agent's home alone.
  const home = provider.confine(agent).env['HOME'] ?? agent.env['HOME']
  const isApart = provider.isolation !== 'none' && home !== undefined
  const scratch = isApart ? join(home, '.cache', 'perigee-runs') : join(folder, 'runs')
  const workspace: Workspace = { agent, provider, scratch, hidden: [hidden] }
  return { workspace, snapshots: new RunSnapshots(workspace, folder) }
}
