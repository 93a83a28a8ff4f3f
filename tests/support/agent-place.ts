import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lookAtMachine } from '../../orb/isolation/machine.ts'
import type { AgentPlace } from './running-orb.ts'

/** How an agent can be kept apart in a test. */
export type TestedIsolation = 'none' | 'namespace' | 'uid'

/** A user that no machine has by name. */
export const AGENT_UID = 64_999

/** The scripted agent, as it is built. */
export const SCRIPTED_AGENT = fileURLToPath(new URL('../../dist/node/scripted-agent.js', import.meta.url))

/** Places for agents, each with a folder that everybody may enter and that goes with `remove`. */
export interface RemovablePlace extends AgentPlace {
  /** What the agent may write beside its workspace. */
  readonly home: string
  readonly remove: () => void
}

/** Makes a workspace and a home for an agent. */
export function agentPlace(kind: TestedIsolation): RemovablePlace {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-agent-'))
  chmodSync(folder, 0o755)
  const [workspace, home] = [join(folder, 'work'), join(folder, 'home')]
  mkdirSync(workspace)
  if (kind === 'uid') chownSync(workspace, AGENT_UID, AGENT_UID)
  if (kind === 'none') mkdirSync(home)
  const user = kind === 'uid' ? ['--user', String(AGENT_UID)] : []
  return {
    workspace,
    home,
    agentStore: join(home, 'sessions'),
    isolation: ['--isolation', kind, '--home', home, ...user],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Why a kind of isolation cannot be tested on this machine; null where it can.
 * @throws Error where the program that it needs is missing: that is for the tests' installer to mend
 */
export function whyNot(kind: Exclude<TestedIsolation, 'none'>): string | null {
  const ability = lookAtMachine(String(AGENT_UID))[kind]
  if (!ability.can && ability.why.includes('not installed')) {
    throw new Error(`${ability.why} Run "npm run setup:test", or install bubblewrap yourself, and run this again.`)
  }
  if (!ability.can) return ability.why
  if (kind === 'uid' && !isReadByAll()) return `Another user may not read ${SCRIPTED_AGENT}.`
  return null
}

function isReadByAll(): boolean {
  const who = { uid: AGENT_UID, gid: AGENT_UID, cwd: '/' }
  return spawnSync('test', ['-r', SCRIPTED_AGENT], who).status === 0
}
